/**
 * Secrets in the shapes in which they stand in commands, files, headers and answers. `§` stands for the secret itself, which no
 * reader may find afterwards; each shape is written by hand from what its issuer documents.
 *
 * @typedef {{ name: string, text: string, secret: string }} Secret
 */

const RANDOM = 'q7Zp3Xk9Vt2Lm8Rw4Yb6Nc1Hd5Jf0Gs'
const HEX = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b'

/** @type {readonly [string, string, string][]} name, text, secret */
const SHAPES = [
  ['AWS key id', 'aws configure set aws_access_key_id §', 'AKIAZ7Q4XK9VT2LM8RW4'],
  ['AWS secret', 'export AWS_SECRET_ACCESS_KEY=§', `${RANDOM}+/a9Bc3D`],
  ['GitHub token', 'git clone https://x-access-token:§@github.com/a/b', `ghp_${RANDOM}Ab12`],
  ['GitHub fine-grained token', 'curl -H "Authorization: token §" https://api.github.com', `github_pat_11A${RANDOM}_${RANDOM}`],
  ['small letters and digits', 'echo §', 'k7x2m9qp4zt8w3ny6rb1vj5h'],
  ['SMB user and password', 'smbclient -U bob%§ //h/s', 'hunter2hunter'],
  ['htpasswd', 'htpasswd -nb bob §', 'hunter2hunter'],
  ['GitLab token', 'echo §', `glpat-${RANDOM.slice(0, 20)}`],
  ['Slack token', 'curl -d token=§ https://slack.com/api', `xoxb-123456789012-${RANDOM}`],
  ['Stripe key', 'stripe --api-key § listen', `sk_live_${RANDOM}`],
  ['OpenAI key', 'OPENAI_API_KEY=§ node x.js', `sk-proj-${RANDOM}`],
  ['Anthropic key', 'curl -H "x-api-key: §" https://api.anthropic.com', `sk-ant-api03-${RANDOM}`],
  ['Google key', 'curl "https://maps.googleapis.com/x?key=§"', `AIza${RANDOM}abcd`],
  ['npm token', 'echo //registry.npmjs.org/:_authToken=§ > .npmrc', `npm_${RANDOM}abcd`],
  ['PyPI token', 'twine upload -u __token__ -p § dist/*', `pypi-AgEIcHlwaS5vcmc${RANDOM}`],
  ['Hugging Face token', 'huggingface-cli login --token §', `hf_${RANDOM}ab`],
  ['SendGrid key', 'SENDGRID=§', `SG.${RANDOM.slice(0, 22)}.${RANDOM}`],
  ['JSON web token', 'echo §', `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.${RANDOM}`],
  ['bearer', "curl -H 'Authorization: Bearer §' https://h", RANDOM],
  ['basic', "curl -H 'Authorization: Basic §' https://h", 'dXNlcjpodW50ZXIyaHVudGVyMg=='],
  ['URL user and password', 'psql postgres://admin:§@db.example.com/x', 'hunter2hunter'],
  ['curl user', 'curl -u admin:§ https://h', 'hunter2hunter'],
  ['-p attached', 'mysql -u root -p§ db', 'hunter2hunter'],
  ['--password', 'tool --password § run', 'hunter2hunter'],
  ['--password=', 'tool --password=§ run', 'hunter2hunter'],
  ['sshpass', 'sshpass -p § ssh h', 'hunter2hunter'],
  ['assignment', 'PGPASSWORD=§ psql', 'hunter2hunter'],
  ['quoted assignment', 'export API_KEY="§"', 'hunter2 hunter'],
  ['JSON', '{"client_secret": "§"}', 'hunter2hunter'],
  ['YAML', 'db_password: §', 'hunter2hunter'],
  ['cookie', 'curl -H "Cookie: session=§" https://h', HEX],
  ['private key', 'echo "-----BEGIN RSA PRIVATE KEY-----\n§\n-----END RSA PRIVATE KEY-----"', `MIIEow${RANDOM}`],
  ['netrc', 'machine example.com login me password §', 'hunter2hunter'],
  ['age key', 'echo §', 'AGE-SECRET-KEY-1QQPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L'],
  ['long random word', 'deploy SESSION_STATE=§', RANDOM],
]

/** @type {readonly Secret[]} */
export const SECRETS = SHAPES.map(([name, text, secret]) => ({ name, text: text.replace('§', () => secret), secret }))
