/** Names of marks of a session that are made in one place and looked for in another. */

/** The command of a call as a hook changed it: the host announces it once more under no id. */
export const rewrittenMark = (command: string): string => `rewritten ${command}`
