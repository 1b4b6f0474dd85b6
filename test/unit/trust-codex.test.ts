import { describe, expect, it } from 'vitest'
import { trustWriter } from '../../hosts/codex/trust.js'

/**
 * Hashes as `hooks/list` of Codex 0.171.0 gave them for these two files: of what an entry comes to (its timeout within the host's bounds,
 * no matcher where none counts), not of how it is written.
 */

const line = (event: string): string => `/x/acuvo-hooks run --host codex --event ${event}`

const TOML = `model = "gpt-5.5"

[[hooks.PreToolUse]]
matcher = "^Bash$"
[[hooks.PreToolUse.hooks]]
type = "command"
command = '${line('PreToolUse')}'
timeout = 20
statusMessage = "checking"
[[hooks.PreToolUse.hooks]]
type = "command"
command = '${line('PreToolUse')}'
timeout = 0
async = true
additionalContextLimit = 100
[[hooks.Stop]]
matcher = "x"
[[hooks.Stop.hooks]]
type = "command"
command = '${line('Stop')}'
[[hooks.SessionEnd]]
[[hooks.SessionEnd.hooks]]
type = "command"
command = '${line('SessionEnd')}'
[[hooks.SessionEnd.hooks]]
type = "command"
command = '${line('SessionEnd')}'
timeout = 30
[[hooks.SubagentStop]]
matcher = "*"
[[hooks.SubagentStop.hooks]]
type = "command"
command = '${line('SubagentStop')}'
commandWindows = "x"
`

const OURS = '/x/acuvo-hooks run --host codex'
const JSON_DOCUMENT = {
  hooks: {
    PreToolUse: [
      {
        hooks: [
          { type: 'command', command: 'other' },
          { type: 'command', command: OURS, timeout: null, statusMessage: null, name: 'n' },
        ],
      },
    ],
    UserPromptSubmit: [{ matcher: 'z', hooks: [{ type: 'command', command: OURS, async: true }] }],
  },
}

describe('the hash of an entry is the one that Codex makes', () => {
  it('in config.toml, with a byte order mark too', () => {
    const expected = [
      ['pre_tool_use:0:0', 'sha256:07253300d26d440764ffd82f9b330578df71b47e4f9329c573bf225e0d3e4be7'],
      ['pre_tool_use:0:1', 'sha256:c75a0feae444aaa38750b6af009557183811bd667c58a273d06144f2fbb62370'],
      ['stop:0:0', 'sha256:13e66aaa4f3d62c6a109d006ffeee869ff7621d1883b7c5dac14c7499bfa94da'],
      ['session_end:0:0', 'sha256:a3c12ce57d99b8403a86bf6b4e0e0556759fe4d9f890e7442fd6149650df9845'],
      ['session_end:0:1', 'sha256:7047de2cf5bfcb360ed410cdf633fd22b40976a6b9025c72f5c554c0a72c3dee'],
      ['subagent_stop:0:0', 'sha256:9ed1e00c5a81fb7a088641ba7b2f0ffb824293320ef46ed824e5d90be5264bf2'],
    ].map(([place, hash]) => ({ key: `/no/config.toml:${place}`, hash }))
    expect(trustWriter.items('/no/config.toml', TOML)).toEqual(expected)
    expect(trustWriter.items('/no/config.toml', `\ufeff${TOML}`)).toEqual(expected)
  })

  it('in hooks.json', () =>
    expect(trustWriter.items('/no/hooks.json', JSON_DOCUMENT)).toEqual(
      [
        ['pre_tool_use:0:1', 'sha256:d8f0ba8b915e470fb14438d86567efd1a82ba7f3226cd8610cf79fb72c003057'],
        ['user_prompt_submit:0:0', 'sha256:9cbc96d73751ef4ba76b24d1286d202c7da5fcbd95b9905e0f55a6f5a0975175'],
      ].map(([place, hash]) => ({ key: `/no/hooks.json:${place}`, hash })),
    ))

  it.each([['no TOML at all ['], [''], [undefined], [null], [7], [{ hooks: 'x' }]])('and there is none in %j', (content) =>
    expect(trustWriter.items('/no/config.toml', content)).toEqual([]),
  )
})
