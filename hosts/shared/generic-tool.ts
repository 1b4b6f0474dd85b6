import type { ToolCall } from '../../src/protocol/event.js'
import type { HostTools } from '../types.js'
import { compact } from './fields.js'
import { filePathsOf, pathsInArguments, searchedPathsOf, searchGlobsOf, type PathPlace } from './paths.js'
import { commandOf } from './shell-wrapper.js'
import { kindOf, mcpNamesOf, namesOf } from './tool-names.js'
import { PATH_KIND, withEditWhereItExisted } from './written-file.js'

/** What is known of a call before its kind is. */
export interface RawCall {
  nativeName: string
  callId: string | undefined
  input: Record<string, unknown>
}

/**
 * A call of an MCP server's tool.
 *
 * @param certain the host itself named the server
 */
export const mcpCallOf = (call: RawCall, mcp: NonNullable<ToolCall['mcp']>, place: PathPlace, certain: boolean): ToolCall =>
  compact({
    ...call,
    names: mcpNamesOf(call.nativeName, mcp, certain),
    kind: 'mcp' as const,
    paths: pathsInArguments(call.input, place),
    mcp,
  })

/**
 * A call whose kind stands in the host's table; a tool no table knows is `unknown` with every path-looking argument.
 *
 * @param existed whether a file was there before the call; undefined when nobody says
 */
export const callOf = (tools: HostTools, call: RawCall, place: PathPlace, existed: (path: string) => boolean | undefined): ToolCall => {
  const kind = kindOf(tools, call.nativeName)
  if (kind === 'unknown')
    return compact({ ...call, names: namesOf(tools, call.nativeName, []), kind, paths: pathsInArguments(call.input, place) })
  if (kind === 'run_command') {
    return compact({ ...call, names: namesOf(tools, call.nativeName, [kind]), kind, command: commandOf(call.input), paths: [] })
  }
  if (kind === 'search_files') {
    const globKeys = call.nativeName === 'Glob' ? ['pattern', 'glob_pattern'] : ['glob', 'include', 'glob_pattern']
    const paths = searchedPathsOf(call.input, globKeys, place)
    return compact({
      ...call,
      names: namesOf(tools, call.nativeName, [kind]),
      kind,
      paths,
      searchGlobs: searchGlobsOf(call.input, globKeys),
    })
  }
  const pathKind = PATH_KIND[kind]
  const found = pathKind === undefined ? [] : filePathsOf(call.input, pathKind, place)
  const { kinds, paths } = withEditWhereItExisted({ kinds: [kind], paths: found }, existed)
  const pathsUnreadable = pathKind !== undefined && paths.length === 0 ? (true as const) : undefined
  return compact({ ...call, names: namesOf(tools, call.nativeName, kinds), kind, paths, pathsUnreadable })
}
