import pc from 'picocolors'

/** Colours for people: on a terminal only, whatever else the environment says (the library would also colour in CI). */
export const colours = pc.createColors(process.stdout.isTTY === true && (process.env.NO_COLOR ?? '') === '')
