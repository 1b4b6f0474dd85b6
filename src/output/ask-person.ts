import { createInterface } from 'node:readline/promises'

/** Whether a person sits there who can be asked. */
export const canAsk = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true

/**
 * Asks on the terminal, beside the output.
 *
 * @param usual what nothing but Enter means; the end of the input means no
 */
export const confirmed = async (question: string, usual: boolean): Promise<boolean> => {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const ended = new Promise<string>((resolve) => terminal.once('close', () => resolve('no')))
  try {
    const said = (await Promise.race([terminal.question(`${question} ${usual ? '[Y/n]' : '[y/N]'} `), ended])).trim()
    return said === '' ? usual : /^y(?:es)?$/i.test(said)
  } finally {
    terminal.close()
  }
}
