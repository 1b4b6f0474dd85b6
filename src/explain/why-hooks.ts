import { matchOf, type MatchPlace } from '../config/match.js'
import { toolMatcherOf } from '../config/tool-names.js'
import type { Hook } from '../config/types.js'
import { compilePathGlobs } from '../globs/compile.js'
import type { ProtocolEvent } from '../protocol/event.js'
import type { JudgedHook } from '../run/policies.js'
import { compileCommandPattern } from '../shell/command-pattern.js'
import { mismatches } from '../text/command-texts.js'
import { explainTexts } from '../text/explain-texts.js'

/** Which entries of a hook match an event. */
export interface MatchedBy {
  tools: string[]
  paths: string[]
  commands: string[]
}

/** Each entry is asked as if it stood alone; one that excludes cannot match by itself. */
export const matchedBy = (hook: Hook, event: ProtocolEvent, place: MatchPlace): MatchedBy => {
  const alone = (change: Partial<Hook>): boolean => {
    const { tools: _tools, paths: _paths, commands: _commands, mode: _mode, hosts: _hosts, ...bare } = hook
    return matchOf({ ...bare, ...change }, event, place).mismatch === undefined
  }
  const including = (texts: readonly string[] = []): string[] => texts.filter((text) => !text.startsWith('!'))
  return {
    tools: (hook.toolNames ?? []).filter((name) => {
      const tools = toolMatcherOf([name])
      return tools === undefined || alone({ tools })
    }),
    paths: including(hook.pathTexts).filter((text) => alone({ paths: compilePathGlobs([text]) })),
    commands: including(hook.commandTexts).filter((text) => alone({ commands: [compileCommandPattern(text)] })),
  }
}

/** Why a hook matches or not, in words. */
export const causeOf = ({ hook, mismatch, paths }: JudgedHook, event: ProtocolEvent, by: MatchedBy): string => {
  const { causes } = explainTexts
  const { tool } = event
  switch (mismatch) {
    case undefined: {
      const parts = [
        by.tools.length > 0 ? causes.tools(by.tools) : undefined,
        by.commands.length > 0 ? causes.commands(by.commands) : undefined,
        by.paths.length > 0
          ? causes.paths(
              by.paths,
              paths.map(({ path }) => path),
            )
          : undefined,
        hook.paths !== undefined && by.paths.length === 0 && paths.length === 0 ? causes.pathsUnknown : undefined,
      ].filter((part) => part !== undefined)
      return parts.length > 0 ? parts.join('; ') : causes.everything(event.event)
    }
    case 'event':
      return causes.event(hook.event, event.event)
    case 'host':
      return causes.host(hook.hosts ?? [], event.host)
    case 'tool':
      return causes.tool(hook.toolNames ?? [], tool?.names ?? [])
    case 'path':
      return by.paths.length > 0
        ? causes.excluded((hook.pathTexts ?? []).filter((text) => text.startsWith('!')))
        : causes.path(
            hook.pathTexts ?? [],
            (tool?.paths ?? event.written?.paths ?? []).map(({ path }) => path),
          )
    case 'command':
      return by.commands.length > 0
        ? causes.excluded((hook.commandTexts ?? []).filter((text) => text.startsWith('!')))
        : causes.command(hook.commandTexts ?? [], tool?.command)
    default:
      return mismatches[mismatch]
  }
}
