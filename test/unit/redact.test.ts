import { expect, it } from 'vitest'
import { redacted, redactedText } from '../../src/record/redact.js'
import { redactedJson } from '../../src/text/redacted.js'
import { mayHoldSecret } from '../../src/text/secret-hint.js'

/** What must not be kept, by shape and by name (FR-89): no part of a secret is left, and what was taken out is visible. */

const HOME = '/home/jane'
const setting = { home: HOME, maxChars: 4_000 }
const text = (given: string): string => redactedText(given, setting)

it.each<[string, string]>([
  ['curl -u bob:hunter2 https://h/x', 'hunter2'],
  ['curl -u "bob:hunter2 with blanks" https://h/x', 'blanks'],
  ["curl --user 'bob:hunter2' https://h/x", 'hunter2'],
  ['curl -ubob:hunter2 h', 'hunter2'],
  ['curl https://bob:hunter2@h/x', 'hunter2'],
  ['curl https://bob:hun/ter2@h/x', 'ter2'],
  ['curl https://bob:hun@ter2@h/x', 'ter2'],
  ['git clone https://hunter2token@github.com/a/b', 'hunter2'],
  ['postgres://app:hunter2@db:5432/x', 'hunter2'],
  ['mysql -phunter2 -e "select 1"', 'hunter2'],
  ['mysql -p"hunter2 x" db', 'hunter2'],
  ['mysql --password=hunter2 db', 'hunter2'],
  ["mysql --password='hunter2 and more' db", 'more'],
  ['mysql --password hunter2 db', 'hunter2'],
  ['mysql --password=ab"hunter2"cd db', 'hunter2'],
  ['sshpass -p hunter2 ssh h', 'hunter2'],
  ['docker login -u bob -p hunter2 r.example.com', 'hunter2'],
  ['redis-cli -h h -a hunter2 ping', 'hunter2'],
  ['MYSQL_PWD=hunter2 mysql', 'hunter2'],
  ['export DB_PASSWORD="hunter2" X=1', 'hunter2'],
  ['$env:API_KEY = "hunter2"', 'hunter2'],
  ['gh auth login --with-token hunter2', 'hunter2'],
  ['acme --api-key hunter2', 'hunter2'],
  ['acme --client_secret=hunter2', 'hunter2'],
  ['password: hunter2', 'hunter2'],
  ['password=[redacted]hunter2', 'hunter2'],
  ['the password is hunter2', 'hunter2'],
  ['machine h login bob password hunter2', 'hunter2'],
  ['//registry.npmjs.org/:_authToken=hunter2', 'hunter2'],
  ['{"password":"hunter2"}', 'hunter2'],
  ['{"password":"hun\\"ter2"}', 'ter2'],
  ['{"x":"{\\"token\\":\\"hunter2\\",\\"a\\":1}"}', 'hunter2'],
  ['https://h/?access_token=hunter2', 'hunter2'],
  ['curl -H "Authorization: Bearer hunter2hunter2" h', 'hunter2'],
  ["curl -H 'X-Api-Key: hunter2' h", 'hunter2'],
  ['Authorization: Basic hunter2hunter2', 'hunter2'],
  ['Cookie: a=1; session="hunter2"; b=hunter2', 'hunter2'],
  ['set-cookie: sid=hunter2; HttpOnly', 'hunter2'],
  ['{"headers":{"Authorization":"Bearer hunter2x"}}', 'hunter2'],
  ['fetch with bearer hunter2hunter2', 'hunter2'],
  ['key AKIAIOSFODNN7EXAMPLE', 'IOSFODNN7'],
  ['MY_AKIAIOSFODNN7EXAMPLE', 'IOSFODNN7'],
  ['ghp_16C7e42F292c6912E7710c838347Ae178B4a', '16C7e42F'],
  ['github_pat_11ABCDEFG0hijklmnopqr', 'hijklmnopqr'],
  ['glpat-abcdefghij1234567890', 'abcdefghij'],
  ['sk-ant-api03-abcdefghijklmnop', 'abcdefghijkl'],
  ['sk_live_abcdefghijklmnop', 'abcdefghijkl'],
  ['xoxb-123456789-abcdef', '123456789'],
  ['AIzaSyA1234567890abcdefghijklmnopqrstuv', 'A1234567890'],
  ['npm_abcdefghijklmnopqrstuvwxyz012345', 'abcdefghij'],
  ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abcdefghij', 'eyJzdWIi'],
  ['-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----', 'MIIEow'],
  ['-----BEGIN OPENSSH PRIVATE KEY-----\\nb3BlbnNz', 'b3BlbnNz'],
  ['SESSION=Zk3v9QpL7xW2mN8rT5yB1c', 'Zk3v9QpL'],
  ['client-key-data: LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVk3', 'LS0tLS1C'],
  ['aws configure set aws_secret_access_key hunter2', 'hunter2'],
  ['ENV DB_PASSWORD hunter2', 'hunter2'],
  ['setx API_TOKEN hunter2', 'hunter2'],
  ['set -x TOKEN hunter2', 'hunter2'],
  ['os.environ["DB_PASSWORD"] = "hunter2"', 'hunter2'],
  ["process.env['API_KEY'] ||= 'hunter2'", 'hunter2'],
  ['run(["mysql", "--password", "hunter2"])', 'hunter2'],
  ['headers.set("Authorization", "hunter2")', 'hunter2'],
  ['<password>hunter2</password>', 'hunter2'],
  ['mysql --password \\\n  hunter2 db', 'hunter2'],
  ['gh auth login --with-token <<< hunter2', 'hunter2'],
  ['zip -P hunter2 a.zip b', 'hunter2'],
  ['ssh-keygen -N hunter2 -f k', 'hunter2'],
  ['echo Zq8vT3xLm2Rk9Wp5Yc7B | docker login', 'Zq8vT3x'],
  ['vault login hvs.Zq8vT3xLm2Rk9Wp5Yc7B', 'Zq8vT3x'],
  ['https://hooks.slack.com/services/T0/B0/Zq8vT3xLm2Rk9Wp5Yc7B', 'Zq8vT3x'],
  ['gsk_Zq8vT3xLm2Rk9Wp5Yc7B', 'Zq8vT3x'],
  ['dapi0123456789abcdef0123456789abcdef', '456789abcdef'],
  ['SIG="9f86d081884c7d659a2feaa0c55ad015"', '9f86d081'],
])('%s', (given, secret) => {
  expect(text(given)).toContain('[redacted]')
  expect(text(given)).not.toContain(secret)
  expect(mayHoldSecret(given), 'the hint that loads the redactor').toBe(true)
})

it.each([
  'git push --force origin main',
  'npm test -- --reporter json',
  'mkdir -p src/deep/er && cp -pr a b',
  'ssh -p 2222 host',
  'docker run -p 8080:80 -v /a:/b image',
  'git push -u origin feature',
  'git log --author=bob --since=2.weeks',
  'PATH=/usr/local/bin:/usr/bin make',
  'NODE_ENV=production node server.js',
  'VERSION=1.2.3 npm publish',
  'curl https://example.com:8443/a/b',
  'cd "$(pwd)" && PWD=/tmp ls',
  '12 tests passed: all',
  'const tokenizer = new Tokenizer()',
  'export const total = subtotal + tax',
  'import { readFile } from "node:fs/promises"',
  'find . -path ./x -prune -o -print0',
  'xcodebuild -project App.xcodeproj',
  'write a basic training program',
  'git checkout 3f2b8c1d9e0a7b6c5d4e3f2a1b0c9d8e7f6a5b4c',
  'src/components/MyVeryLongComponentName2Test.tsx',
  'session 123e4567-e89b-42d3-a456-426614174000',
  'toolu_01A09q90qw90lq917835lq9',
  'feature/JIRA-1234-fix-Login-page2-and-Logout',
])('%s stays as it is', (given) => {
  expect(text(given)).toBe(given)
})

it.each([
  'first\n--password hunter2',
  'a \\\n  --password \\\n  hunter2',
  'x\n-phunter2\n',
  'x\tset TOKEN hunter2',
  'echo "a"; PGPASSWORD="hun\"ter2" psql',
])('in JSON, where a text has several lines or quotes: %j', (command) => {
  const json = JSON.stringify({ command, description: 'x' })
  expect(mayHoldSecret(json)).toBe(true)
  const shown = redactedJson(json)
  expect(shown).not.toMatch(/hunter2|ter2/)
  expect(Object.keys(JSON.parse(shown) as object)).toEqual(['command', 'description'])
})

it('what stands around a secret stays', () => {
  expect(text('curl -u bob:hunter2 https://bob:hunter2@h/x -o out')).toBe('curl -u bob:[redacted] https://bob:[redacted]@h/x -o out')
  expect(text('mysql --password="hunter2" db')).toBe('mysql --password="[redacted]" db')
  expect(text('a\nAuthorization: Basic abcdefgh\nb')).toBe('a\nAuthorization: [redacted]\nb')
})

it('by the name of the key, whatever the value is', () => {
  const { value } = redacted(
    {
      user_email: 'jane@example.com',
      tool_input: {
        command: 'ls',
        env: { DB_PASSWORD: 'x', Token: 12345, apiKey: ['a', { deep: 'b' }], NAME: 'n' },
        password: '',
        auth: null,
      },
      input_tokens: 18_234,
      session_id: 's-1',
      authorization: true,
      'x-api-key': 'q',
      token_file: './secrets/token',
    },
    setting,
  )
  expect(value).toEqual({
    user_email: '[redacted]',
    tool_input: {
      command: 'ls',
      env: { DB_PASSWORD: '[redacted]', Token: '[redacted]', apiKey: ['[redacted]', { deep: '[redacted]' }], NAME: 'n' },
      password: '',
      auth: null,
    },
    input_tokens: 18_234,
    session_id: 's-1',
    authorization: true,
    'x-api-key': '[redacted]',
    token_file: './secrets/token',
  })
})

it('a key of an object that is a secret itself', () => {
  expect(JSON.stringify(redacted({ ghp_16C7e42F292c6912E7710c838347Ae178B4a: 1 }, setting).value)).not.toContain('16C7e42F')
})

it('the home folder becomes ~, and only it', () => {
  expect(text('/home/jane/a /home/janet/b "/home/jane" x=/home/jane:/y /mnt/home/jane')).toBe('~/a /home/janet/b "~" x=~:/y /mnt/home/jane')
  expect(text('/home/jane/.claude/projects/-home-jane-project/s.jsonl')).toBe('~/.claude/projects/~-project/s.jsonl')
  expect(redactedText('/a/b', { home: '/', maxChars: 100 })).toBe('/a/b')
})

it('long texts and lists are cut visibly; a secret at the cut is not cut in half', () => {
  const { value, cut } = redacted({ content: 'x'.repeat(5_000), list: Array.from({ length: 600 }, () => 1) }, setting)
  const { content, list } = value as { content: string; list: unknown[] }
  expect(content.length).toBeLessThanOrEqual(4_000)
  expect(content).toMatch(/characters cut]$/)
  expect(list.at(-1)).toMatch(/100 items cut/)
  expect(cut).toBe(2)
  for (let at = 3_900; at < 4_010; at += 7)
    expect(text(`${'y'.repeat(at)} ghp_16C7e42F292c6912E7710c838347Ae178B4a ${'z'.repeat(900)}`)).not.toContain('ghp_')
  expect(text(`${'y'.repeat(3_900)}\n-----BEGIN PRIVATE KEY-----\n${'K7'.repeat(40_000)}`)).not.toContain('K7')
})

it('however much there is, only a bounded part is looked through', () => {
  const { value, cut } = redacted(
    { list: Array.from({ length: 400 }, (_, index) => `${index} ghp_16C7e42F292c6912E7710c838347Ae178B4a${'x '.repeat(2_000)}`) },
    setting,
  )
  const kept = JSON.stringify(value)
  expect(kept.length).toBeLessThan(300_000)
  expect(kept).not.toContain('ghp_')
  expect(cut).toBe(400)
})
