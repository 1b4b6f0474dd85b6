import { PROGRAM } from './messages.js'

/** What `init` says. */

export const initHelp = {
  init: 'make .acuvo/ with a ready policy, approve it, and say what comes next',
  dir: 'the workspace (default: this folder)',
  template: 'which ready hooks to put in; several may follow (default: protect-paths no-secrets)',
  commit: 'the policy is to be committed, for everybody who works here',
  local: 'the policy stays on this machine, kept out of git',
  yes: 'ask nothing',
  list: 'list the templates, and make nothing',
} as const

export const initTexts = {
  oneOf: 'only one of --commit, --local can be used at a time',
  notFolder: (dir: string) => `${dir} is not a folder`,
  isHomes: (dir: string) =>
    `${dir} is your home folder or above it: a .acuvo there is not a workspace's. Start it in a project, or name one`,
  notOurs: (folder: string) => `${folder} is not a folder that hooks.json can stand in (a file or a link); nothing was written`,
  exists: (file: string) => `${file} is there already; nothing was written`,
  existsHint: `to add a template to it: ${PROGRAM} init --template NAME prints the entries`,
  existsBroken: `it has errors: mend it first ("${PROGRAM} check" shows them)`,
  toAdd: (file: string) => `put these entries into "hooks" of ${file}:`,
  toMake: (file: string) => `and make the file ${file}:`,
  isThere: (file: string) => `${file} is there already; compare it with this one:`,
  thenTrust: (line: string) => `then look at it and approve it: ${line}`,
  inTheWay: (files: readonly string[]) => `these files are there already; nothing was written: ${files.join(', ')}`,
  notWritten: (detail: string) => `nothing was made: ${detail}`,
  notStored: (store: string, detail: string) => `nothing was made, because the store ${store} cannot be written (${detail})`,

  made: (folder: string, templates: readonly string[]) => `made ${folder}: ${templates.join(', ')}`,
  kept: (file: string) => `${file} (yours, left as it is)`,
  approved: (hooks: number, files: number, digest: string) =>
    `approved, as "${PROGRAM} trust" does it: ${hooks} ${hooks === 1 ? 'hook' : 'hooks'} and ${files} ${files === 1 ? 'file' : 'files'}, all from the templates. SHA-256 ${digest}`,
  notApproved: (files: readonly string[], line: string) =>
    `not approved, because files stand there that came from elsewhere (${files.join(', ')}): look at them and approve: ${line}`,
  cannotPin: (why: readonly string[], line: string) => `not approved: ${why.join('; ')}. Mend that and run: ${line}`,
  committed: 'to be committed with the workspace: git add .acuvo',
  local: (exclude: string) => `kept out of git on this machine by ${exclude}`,
  localUnasked: (exclude: string, pattern: string) =>
    `nobody said whether it is to be committed, so it is kept out of git on this machine (--local); to commit it, take the line ${pattern} out of ${exclude}`,
  askCommit: 'Is the policy to be committed, for everybody who works here?',
  askInstall: `Register it in the agents on this machine now (${PROGRAM} install)?`,
  nextInstall: `next: ${PROGRAM} install    (once a machine: registers it in your agents)`,
  nextTest: `${PROGRAM} test runs the cases in .acuvo/tests`,
} as const
