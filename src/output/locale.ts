type Env = Readonly<Record<string, string | undefined>>

/** Whether a terminal with this environment shows more than ASCII. The first of these variables that says anything counts. */
export const showsUnicode = (env: Env, platform: NodeJS.Platform): boolean => {
  const locale = [env.LC_ALL, env.LC_CTYPE, env.LANG].find((value) => value !== undefined && value !== '')
  return locale === undefined ? platform === 'win32' || platform === 'darwin' : /utf-?8/i.test(locale)
}
