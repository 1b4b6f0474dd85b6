import type { HostId } from '../../src/protocol/event.js'
import type { Scope } from './registration.js'

/** What examining a host's setup needs to know about it. Data in `hosts/<host>/check-up.ts`; no call that a host makes loads it. */

/** A file that a host reads hooks or their switches from. */
export interface ReadPlace {
  level: 'managed' | Scope
  /** Of `managed`: absolute, by platform. Otherwise its name in the host's folder. */
  file: string
  /** For the settings reader; absent: the host's usual form. */
  kind?: string
  platform?: NodeJS.Platform
}

/** What a version and every older one gets wrong that matters to us. */
export interface VersionHole {
  /** Stable name. */
  id: string
  /** The first version without it. */
  below: string
  /** Which versions are meant at all, where a host numbers its programs in several ways. */
  pattern?: RegExp
  /** A sentence, with its source in the host's document. */
  text: string
}

export interface HostCheckUp {
  /** Words that make its program print its version. */
  versionWords: readonly string[]
  /** Folders in which its own installer puts its program, where PATH may not lead; `~/` is the home folder. */
  programFolders: readonly string[]
  /** The shell it starts a line with on POSIX systems. `account`: that of the person's account. */
  shell: 'sh' | 'bash' | 'account'
  /** In the host's own order, the one that counts most last. */
  places: readonly ReadPlace[]
  /** Hosts whose files it reads too. */
  alsoReads: readonly HostId[]
  /** What it calls a tool of an MCP server, for instance. */
  mcpTool: string
  /** Native events that must have no line of ours. */
  neverRegistered: readonly string[]
  /** Folder, below its folder in HOME, under which plugins keep hooks of their own. */
  plugins?: string
  holes: readonly VersionHole[]
}
