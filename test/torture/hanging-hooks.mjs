/**
 * Hooks that hang, escape, flood or die, each with what must become of the call: data for the tests and for the torture run.
 * Contract (DESIGN 10): answered by the hook's timeout + 1 s whatever its children do, and nothing of it is left 2 s later.
 *
 * In a command `SLEEP` stands for a program that ends after a minute and a half, whose arguments hold a word that no other
 * process has; `TOKEN` for that word.
 *
 * @typedef {object} HangingHook
 * @property {string} name
 * @property {string | string[]} command
 * @property {'times out' | 'passes' | 'denies' | 'fails' | 'stops us'} then `fails`: it could not run, for another reason than its
 *   timeout; `stops us`: we are ended, and the call with us
 * @property {string[]} [says] words of the reason
 * @property {number} [timeoutMs] absent: TIMEOUT_MS
 * @property {number} [payloadMiB] size of what waits on its stdin
 * @property {string[]} [needs] programs without which the case is left out
 * @property {Record<string, string>} [files] scripts beside the policy
 */

export const TIMEOUT_MS = 1_000

/** In Python and Perl: what a daemon does by the book. */
const PYTHON_DAEMON = `import os, sys, time
if os.fork(): time.sleep(97)
os.setsid()
if os.fork(): os._exit(0)
os.chdir('/')
null = os.open('/dev/null', os.O_RDWR)
for fd in (0, 1, 2): os.dup2(null, fd)
os.closerange(3, 256)
time.sleep(97)
`
const PERL_DAEMON = `use POSIX;
fork and sleep 97;
POSIX::setsid();
fork and exit;
chdir '/';
open STDIN, '<', '/dev/null'; open STDOUT, '>', '/dev/null'; open STDERR, '>', '/dev/null';
$SIG{$_} = 'IGNORE' for qw(TERM INT HUP);
sleep 97 while 1;
`
/** Each starts the next one in a session of its own and goes. */
const HOPPER = `n=$1
if [ "$n" -gt 0 ]; then setsid sh hop.sh $((n - 1)) TOKEN & else SLEEP; fi
sleep 0.03
`
/** Each starts the next one and waits for it. */
const STAIRS = `n=$1
if [ "$n" -gt 0 ]; then sh stairs.sh $((n - 1)) TOKEN; else SLEEP; fi
exit 1
`
const NODE_DAEMON = `const { spawn } = require('node:child_process')
spawn('sleep', process.argv.slice(2), { detached: true, stdio: 'ignore', env: {} }).unref()
setTimeout(() => {}, 97_000)
`

/** @type {readonly HangingHook[]} */
const HANGING = [
  { name: 'sleeps', command: 'exec SLEEP', then: 'times out' },
  { name: 'sleeps, without a shell', command: ['sleep', 'TOKEN'], then: 'times out' },
  { name: 'works for ever', command: ': TOKEN; while :; do :; done', then: 'times out' },
  { name: 'works for ever in another session', command: 'setsid sh -c ": TOKEN; while :; do :; done" & wait', then: 'times out' },
  { name: 'waits for a named pipe', command: 'mkfifo never; cat never; : TOKEN', then: 'times out' },
  { name: 'says something and waits for an answer', command: 'printf "Sure? "; SLEEP; read -r line', then: 'times out' },
  { name: 'has a pipeline of ten', command: 'SLEEP | cat | cat | cat | cat | cat | cat | cat | cat | cat', then: 'times out' },
  { name: 'has parents 40 deep', command: 'sh stairs.sh 40 TOKEN', files: { 'stairs.sh': STAIRS }, then: 'times out' },
]

/** @type {readonly HangingHook[]} */
const SIGNALS = [
  { name: 'ignores TERM', command: "trap '' TERM; while :; do SLEEP; done", then: 'times out' },
  { name: 'ignores all signals that can be ignored', command: "trap '' TERM INT HUP QUIT USR1 USR2 PIPE; SLEEP; SLEEP", then: 'times out' },
  { name: 'has a child that ignores TERM', command: "(trap '' TERM; while :; do SLEEP; done) & wait", then: 'times out' },
  {
    name: 'obeys TERM and leaves a child that does not',
    command: "(trap '' TERM; SLEEP; SLEEP) & trap 'exit 0' TERM; while :; do sleep 0.1; done",
    then: 'times out',
  },
  {
    name: 'starts others when it gets TERM',
    command: "trap 'SLEEP & setsid SLEEP & setsid SLEEP >/dev/null 2>&1 &' TERM; while :; do sleep 0.1; done; : TOKEN",
    then: 'times out',
  },
  {
    name: 'leaves a daemon and ends when it gets TERM',
    command: "trap '(setsid SLEEP >/dev/null 2>&1 &); exit 0' TERM; while :; do sleep 0.1; done",
    then: 'times out',
  },
  { name: 'was stopped', command: ': TOKEN; kill -STOP $$', then: 'times out' },
  { name: 'has a child that was stopped', command: 'SLEEP & kill -STOP $!; wait', then: 'times out' },
  { name: 'has a stopped one in another session', command: "setsid sh -c ': TOKEN; kill -STOP $$' & SLEEP", then: 'times out' },
  { name: 'does not wait for its dead', command: 'perl -e "fork or exit for 1 .. 20; sleep TOKEN"', needs: ['perl'], then: 'times out' },
]

/** @type {readonly HangingHook[]} */
const ESCAPES = [
  { name: 'left one in the background', command: 'SLEEP & wait', then: 'times out' },
  { name: 'left a grandchild in the background', command: 'sh -c "SLEEP & SLEEP" & wait', then: 'times out' },
  { name: 'forked twice', command: '(SLEEP &); exec SLEEP', then: 'times out' },
  { name: 'nohup', command: 'nohup SLEEP >/dev/null 2>&1 & exec SLEEP', then: 'times out' },
  { name: 'setsid', command: 'setsid SLEEP & wait', then: 'times out' },
  { name: 'setsid, forked twice', command: '(setsid SLEEP &); exec SLEEP', then: 'times out' },
  {
    name: 'setsid, nohup, forked twice, all descriptors elsewhere',
    command: '(nohup setsid SLEEP </dev/null >/dev/null 2>&1 &); exec SLEEP',
    then: 'times out',
  },
  {
    name: 'sessions within sessions',
    command: `setsid sh -c 'setsid sh -c "setsid SLEEP & setsid SLEEP" & setsid SLEEP' & exec SLEEP`,
    then: 'times out',
  },
  { name: 'groups of their own', command: 'set -m; SLEEP & SLEEP & wait', then: 'times out' },
  { name: 'timeout(1), which makes a group', command: 'timeout TOKEN SLEEP', then: 'times out' },
  {
    name: 'setsid in a folder that is gone',
    command: 'mkdir gone; cd gone; rmdir ../gone; (setsid SLEEP &); exec SLEEP',
    then: 'times out',
  },
  {
    name: 'a daemon by the book, in Python',
    command: 'python3 daemon.py TOKEN',
    files: { 'daemon.py': PYTHON_DAEMON },
    needs: ['python3'],
    then: 'times out',
    timeoutMs: 3_000,
  },
  {
    name: 'a daemon by the book that ignores signals, in Perl',
    command: 'perl daemon.pl TOKEN',
    files: { 'daemon.pl': PERL_DAEMON },
    needs: ['perl'],
    then: 'times out',
  },
  {
    name: 'a detached child without an environment, in Node',
    command: 'node daemon.cjs TOKEN',
    files: { 'daemon.cjs': NODE_DAEMON },
    then: 'times out',
  },
  { name: 'cleared its environment', command: 'env -i SLEEP & wait', then: 'times out' },
  { name: 'cleared its environment in another session', command: 'env -i setsid SLEEP >/dev/null 2>&1 & wait', then: 'times out' },
  {
    name: 'cleared its environment below one that left',
    command: "setsid sh -c 'env -i setsid SLEEP >/dev/null 2>&1 & exec SLEEP' & exec SLEEP",
    then: 'times out',
  },
  {
    name: 'cleared its environment, lost its parents, and holds stdout',
    command: '(env -i setsid SLEEP 2>/dev/null &); exec SLEEP',
    then: 'times out',
  },
  {
    name: 'cleared its environment, lost its parents, and holds a duplicate of stderr',
    command: '(exec 7>&2; env -i setsid SLEEP >/dev/null 2>&1 &); exec SLEEP',
    then: 'times out',
  },
]

/** @type {readonly HangingHook[]} */
const MANY = [
  {
    name: 'starts 200 at once',
    command: 'i=0; while [ $i -lt 200 ]; do SLEEP & i=$((i+1)); done; wait',
    then: 'times out',
  },
  {
    name: 'starts 200 at once, each in its own session',
    command: 'i=0; while [ $i -lt 200 ]; do setsid SLEEP & i=$((i+1)); done; wait',
    then: 'times out',
  },
  {
    name: 'hops 200 times, each from a session of its own',
    command: 'sh hop.sh 200 TOKEN; exec SLEEP',
    files: { 'hop.sh': HOPPER },
    then: 'times out',
  },
  {
    name: 'starts 200 that ignore TERM',
    command: "trap '' TERM; i=0; while [ $i -lt 200 ]; do setsid SLEEP & i=$((i+1)); done; wait",
    then: 'times out',
  },
  { name: 'starts 50 through xargs', command: 'seq 50 | xargs -P 50 -I{} SLEEP', then: 'times out' },
]

/** @type {readonly HangingHook[]} */
const DESCRIPTORS = [
  { name: 'closed stdin, stdout and stderr', command: 'exec <&- >&- 2>&-; SLEEP; exit 0', then: 'times out' },
  { name: 'reads a terminal that is not there', command: '(read -r line </dev/tty) 2>/dev/null; exec SLEEP', then: 'times out' },
  {
    name: 'reads a terminal of its own',
    command: "script -qec 'read -r line </dev/tty; : TOKEN' /dev/null",
    needs: ['script'],
    then: 'times out',
  },
  { name: 'reads nothing while 8 MiB wait', command: 'exec SLEEP', payloadMiB: 8, then: 'times out' },
  { name: 'reads one byte of 8 MiB', command: 'head -c 1 >/dev/null; exec SLEEP', payloadMiB: 8, then: 'times out' },
  { name: 'prints for ever', command: 'exec yes TOKEN', then: 'times out' },
  { name: 'prints for ever on both', command: 'yes TOKEN >&2 & exec yes TOKEN', then: 'times out' },
  { name: 'prints for ever from another session', command: '(setsid yes TOKEN &); exec SLEEP', then: 'times out' },
]

/** @type {readonly HangingHook[]} */
const ENDINGS = [
  { name: 'passes and reads nothing of 8 MiB', command: 'exit 0', payloadMiB: 8, then: 'passes' },
  { name: 'denies and reads nothing of 8 MiB', command: 'echo no >&2; exit 2', payloadMiB: 8, then: 'denies', says: ['no'] },
  { name: 'passes, and a child holds stdout and stderr', command: 'SLEEP & exit 0', then: 'passes' },
  { name: 'passes, and a child holds stderr', command: '(SLEEP >/dev/null) & exit 0', then: 'passes' },
  { name: 'passes, and a child holds a duplicate of stdout', command: 'exec 3>&1; SLEEP >/dev/null 2>&1 & exit 0', then: 'passes' },
  { name: 'passes, and a child ignores TERM', command: "trap '' TERM; SLEEP & exit 0", then: 'passes' },
  { name: 'passes, and a child was stopped', command: 'SLEEP & kill -STOP $!; exit 0', then: 'passes' },
  { name: 'denies, and a child holds its pipes', command: 'SLEEP & echo no >&2; exit 2', then: 'denies', says: ['no'] },
  { name: 'prints 300 MB', command: 'yes TOKEN | head -c 300000000', timeoutMs: 30_000, then: 'fails', says: ['longer than'] },
  { name: 'prints 300 MB of reasons', command: 'yes TOKEN | head -c 300000000 >&2; exit 2', timeoutMs: 30_000, then: 'denies' },
  {
    name: 'kills itself beside one that left',
    command: '(setsid SLEEP >/dev/null 2>&1 &); sleep 0.2; kill -KILL $$',
    then: 'fails',
    says: ['SIGKILL'],
  },
  { name: 'kills its group beside one that left', command: 'setsid SLEEP & sleep 0.2; kill -KILL 0', then: 'fails', says: ['SIGKILL'] },
  { name: 'ends us by TERM', command: '(setsid SLEEP &); sleep 0.2; kill -TERM $PPID; SLEEP', then: 'stops us', says: ['SIGTERM'] },
]

export const HANGING_HOOKS = [...HANGING, ...SIGNALS, ...ESCAPES, ...MANY, ...DESCRIPTORS, ...ENDINGS]
