import { importRulesOf, type ImportRules } from '../../hosts/import-rules.js'
import type { SettingsEntry } from '../../hosts/settings-readers.js'
import type { HostId } from '../protocol/event.js'

/** The command of an entry, so that it runs here as the host runs it. */

export interface ImportedCommand {
  command: string | string[]
  commandWindows?: string
  shellProgram?: 'bash' | 'pwsh'
}

export interface CommandPlace {
  accountShell: string
  platform: NodeJS.Platform
  /** The folder in which the host starts the hooks of this file, where that is another than the root. */
  folder?: string
  /** Only at this native event does the host start it, and ours has others under the same name. */
  onlyAt?: string
}

/** @param entry of type command */
export const importedCommand = (host: HostId, entry: SettingsEntry, place: CommandPlace): ImportedCommand => {
  const { command = '', args, commandWindows } = entry
  const rules = importRulesOf(host)
  const named = rules.shellFor(entry, place.accountShell, place.platform)
  const before = prologue(place, named === 'pwsh')
  if (args !== undefined) {
    const words = [command, ...args]
    const isPlain = before === '' && !words.some((word) => rules.placeholder?.test(word) === true)
    // A word that the host fills in needs a shell to do it.
    return { command: isPlain ? words : `${before}exec ${words.map((word) => shellWord(word, rules)).join(' ')}` }
  }
  return {
    command: before + command,
    ...(commandWindows === undefined ? {} : { commandWindows }),
    ...(named === undefined ? {} : { shellProgram: named }),
  }
}

const prologue = ({ folder, onlyAt }: CommandPlace, isPowerShell: boolean): string => {
  if (isPowerShell) {
    const guard = onlyAt === undefined ? '' : `if ($env:ACUVO_EVENT_NATIVE -ne '${onlyAt}') { exit 0 }; `
    return `${guard}${folder === undefined ? '' : `Set-Location -LiteralPath '${folder.replaceAll("'", "''")}'; `}`
  }
  const guard = onlyAt === undefined ? '' : `[ "$ACUVO_EVENT_NATIVE" = ${onlyAt} ] || exit 0; `
  return `${guard}${folder === undefined ? '' : `cd ${quotedWord(folder)} || exit 1; `}`
}

const quotedWord = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)

const shellWord = (word: string, { placeholder }: ImportRules): string => {
  if (placeholder === undefined || !placeholder.test(word)) return quotedWord(word)
  // Variables stand at the odd places.
  const pieces = word.split(new RegExp(placeholder.source, 'g'))
  return pieces.map((piece, at) => (at % 2 === 1 ? `"\${${piece}}"` : piece === '' ? '' : quotedWord(piece))).join('')
}
