/**
 * Tells a registered line of ours by its text, whatever quoting, interpreter, wrapper or older path is around it: our program's name,
 * alone or as the end of a path, with the word `run` behind it.
 */

const OUR_LINE = /(?:^|[\s"'`/\\;&|(=])acuvo-hooks(?:\.(?:cjs|mjs|js|cmd|exe|ps1))?(?:@[\w.^~-]+)?["']*[\t ]+["']?run(?=$|[\s"'])/

/** @param line a command, with its arguments behind it where the host keeps them apart */
export const isOurLine = (line: string): boolean => OUR_LINE.test(line)

/** The value of an option in such a line, `--name value` or `--name=value`; undefined where it is not there. */
export const optionIn = (line: string, name: string): string | undefined => new RegExp(`--${name}[= ]["']?([\\w.-]+)`).exec(line)?.[1]
