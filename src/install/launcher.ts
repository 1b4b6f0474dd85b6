import { join } from 'node:path'
import { KEPT_CA_FILE } from '../process/passed-environment.js'
import { FORMER_FOLDER } from '../runtime/runtime.js'
import type { Places } from '../store/places.js'
import { launcherTexts } from '../text/install-texts.js'
import { word } from './line.js'
import { CURRENT } from './program.js'
import { ENTRY, EXECUTABLE } from './program-files.js'

/**
 * The launcher: the one file that hosts start. It takes away what can change a runtime behind our back, and starts the current version
 * with the places of install time: the standalone executable where that is installed, else the package's entry with a Node that it
 * finds. Builtins of sh only, because PATH may be anything; no part of it depends on our version.
 */

/** Variables that change what a Node (or a Bun) loads, reads or writes before its first line runs. */
const CLEARED = [
  'NODE_OPTIONS',
  'NODE_PATH',
  'NODE_V8_COVERAGE',
  'NODE_COMPILE_CACHE',
  'BUN_OPTIONS',
  'BUN_BE_BUN',
  'NODE_PRESERVE_SYMLINKS',
  'NODE_PRESERVE_SYMLINKS_MAIN',
  'NODE_CHANNEL_FD',
  'NODE_DEBUG',
  'NODE_DEBUG_NATIVE',
  'NODE_ICU_DATA',
  'NODE_REDIRECT_WARNINGS',
  'OPENSSL_CONF',
]
/**
 * A Bun takes orders from any variable of these names: `BUN_OPTIONS` loads code, `BUN_BE_BUN` makes another program of it,
 * `BUN_BYTECODE_ORDER_OUT` writes a file, and of the `BUN_JSC_…`, which are hundreds, some end it with exit 0 and no answer (all tried
 * with 1.4.5). `BUN_INSTALL` only says where a person's Bun is, and hooks may be granted it.
 */
const CLEARED_OF_BUN = ['BUN_', 'MIMALLOC_']

export interface LauncherSetting {
  /** Absolute path of the Node that installed it, or of the one that an earlier install recorded; undefined where none is known. */
  node: string | undefined
  places: Places
}

const MARK = '# acuvo-hooks: what agents start.'

export const isLauncher = (text: string): boolean => text.startsWith(`#!/bin/sh\n${MARK}`)

/** The Node that a launcher records; undefined where it is none of ours. */
export const recordedNode = (text: string): string | undefined => (isLauncher(text) ? /^# node: (\/.+)$/m.exec(text)?.[1] : undefined)

/** Where version managers keep each version in a folder of its name, below the home folder. */
const MANAGED = [
  '.nvm/versions/node/v*/bin/node',
  '.volta/tools/image/node/*/bin/node',
  '.local/share/fnm/node-versions/v*/installation/bin/node',
  '.fnm/node-versions/v*/installation/bin/node',
  'Library/Application\\ Support/fnm/node-versions/v*/installation/bin/node',
  '.asdf/installs/nodejs/*/bin/node',
  '.local/share/mise/installs/node/*/bin/node',
  '.nodenv/versions/*/bin/node',
  '.nodebrew/node/v*/bin/node',
]
/** Where a system or a package manager puts the one it has. */
const USUAL = [
  '/usr/local/bin/node',
  '/usr/bin/node',
  '/usr/bin/nodejs',
  '/opt/homebrew/bin/node',
  '/home/linuxbrew/.linuxbrew/bin/node',
  '/opt/local/bin/node',
  '/snap/bin/node',
  '/run/current-system/sw/bin/node',
]

/** The text of the launcher for POSIX systems. */
export const launcherText = ({ node, places }: LauncherSetting): string => `#!/bin/sh
${MARK} Written by \`acuvo-hooks install\`, taken away by \`acuvo-hooks uninstall --purge\`.
${node === undefined || /\n/.test(node) ? '# node: -' : `# node: ${node}`}
home=${word(places.home)}
program=${word(join(places.installed, CURRENT, ENTRY))}
standalone=${word(join(places.installed, CURRENT, EXECUTABLE))}
node=${word(node ?? '')}

# What can change a runtime before its first line runs. The CA file is for hooks; here it would only cost time.
unset ${KEPT_CA_FILE}
if [ -n "\${NODE_EXTRA_CA_CERTS-}" ]; then
  ${KEPT_CA_FILE}=$NODE_EXTRA_CA_CERTS
  export ${KEPT_CA_FILE}
fi
unset ${FORMER_FOLDER} NODE_EXTRA_CA_CERTS ${CLEARED.join(' ')}

if [ -f "$standalone" ] && [ -x "$standalone" ]; then
  case $(export -p) in
  ${CLEARED_OF_BUN.map((prefix) => `*${prefix}*`).join(' | ')})
    while IFS= read -r line; do
      name=\${line%%=*}
      name=\${name##* }
      case $name in
      *[!A-Za-z0-9_]* | BUN_INSTALL) ;;
      ${CLEARED_OF_BUN.map((prefix) => `${prefix}*`).join(' | ')}) unset "$name" ;;
      esac
    done <<END
$(export -p)
END
    unset line name
    ;;
  esac
  if [ -z "\${PWD-}" ] || ! pwd -P >/dev/null 2>&1; then
    # It does not start in a folder that is gone.
    exec 9<.
    ${FORMER_FOLDER}=\${PWD:-/proc/self/fd/9}
    export ${FORMER_FOLDER}
    cd / 2>/dev/null
  fi
  if [ "\${1-}" = run ]; then
    shift
    set -- run --store ${word(places.store)} --user-config ${word(places.userPolicy)} "$@"
  fi
  exec "$standalone" "$@"
fi

# Exit 2 stops a call that may be waiting; at other events it would mean other things.
fail() {
  echo "acuvo-hooks could not run: $1" >&2
  shift
  [ "\${1-}" = run ] || exit 1
  event= next=
  for word in "$@"; do
    if [ -n "$next" ]; then
      event=$word next=
    fi
    case $word in
    --event) next=1 ;;
    --event=*) event=\${word#--event=} ;;
    esac
  done
  case $event in
  '' | PreToolUse | PreSkillShellCommand | preToolUse) exit 2 ;;
  beforeSubmitPrompt) exit 1 ;;
  before*) exit 2 ;;
  esac
  exit 1
}

# Sets rank to 20012 for "v20.12.1"; to 0 for what is no version.
rank() {
  rank=\${1#v}
  major=\${rank%%.*}
  minor=\${rank#*.}
  minor=\${minor%%.*}
  case $major:$minor in
  :* | *: | *[!0-9:]* | 0?*:* | *:0?* | ???????*) rank=0 ;;
  *) rank=$((major * 1000 + minor)) ;;
  esac
}

if [ ! -f "$node" ] || [ ! -x "$node" ]; then
  # The recorded Node is gone: the newest of a version manager, told by its folder's name, or one that says its version.
  node= best=20011
  for found in ${MANAGED.map((path) => `"$home"/${path}`).join(' ')}; do
    if [ -f "$found" ] && [ -x "$found" ]; then
      version=\${found%/bin/node}
      version=\${version%/installation}
      rank "\${version##*/}"
      if [ "$rank" -gt "$best" ]; then
        node=$found best=$rank
      fi
    fi
  done
  if [ -z "$node" ]; then
    for found in ${USUAL.join(' ')}; do
      if [ -f "$found" ] && [ -x "$found" ]; then
        rank "$("$found" --version 2>/dev/null </dev/null)"
        if [ "$rank" -gt 20011 ]; then
          node=$found
          break
        fi
      fi
    done
  fi
  [ -n "$node" ] || fail "${launcherTexts.noNode}" "$@"
fi
[ -f "$program" ] || fail "${launcherTexts.noProgram}" "$@"

if [ "\${1-}" = run ]; then
  shift
  set -- run --store ${word(places.store)} --user-config ${word(places.userPolicy)} "$@"
fi
exec "$node" "$program" "$@"
`

/** The same for Windows, without the search: cmd cannot tell versions apart. Written for, not run. */
export const launcherTextWindows = ({ node, places }: LauncherSetting): string => {
  const lines = [
    '@echo off',
    `rem acuvo-hooks: what agents start. Written by acuvo-hooks install.`,
    'setlocal DisableDelayedExpansion',
    `set "${KEPT_CA_FILE}=%NODE_EXTRA_CA_CERTS%"`,
    ...['NODE_EXTRA_CA_CERTS', ...CLEARED].map((name) => `set "${name}="`),
    ...CLEARED_OF_BUN.map((prefix) => `for /f "delims==" %%v in ('set ${prefix} 2^>nul') do if not "%%v"=="BUN_INSTALL" set "%%v="`),
    `set /p version=<"%~dp0${CURRENT}.txt"`,
    `set "standalone=%~dp0versions\\%version%\\${EXECUTABLE}"`,
    'if exist "%standalone%" (set start="%standalone%"& goto start)',
    `set "node=${percent(node ?? '')}"`,
    'if not exist "%node%" set "node=%ProgramFiles%\\nodejs\\node.exe"',
    `if not exist "%node%" (echo acuvo-hooks could not run: ${launcherTexts.noNode}>&2& exit /b 2)`,
    `if not exist "%~dp0versions\\%version%\\${ENTRY}" (echo acuvo-hooks could not run: ${launcherTexts.noProgram}>&2& exit /b 2)`,
    `set start="%node%" "%~dp0versions\\%version%\\${ENTRY}"`,
    ':start',
    `if not "%~1"=="run" goto other`,
    `%start% %* --store "${percent(places.store)}" --user-config "${percent(places.userPolicy)}"`,
    'exit /b %ERRORLEVEL%',
    ':other',
    '%start% %*',
    'exit /b %ERRORLEVEL%',
  ]
  return `${lines.join('\r\n')}\r\n`
}

const percent = (path: string): string => path.replaceAll('%', '%%')
