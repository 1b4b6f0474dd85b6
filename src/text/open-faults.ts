/** Why a policy file cannot be opened. Apart from what can be wrong in one, because every call opens them and few read them. */

export const openFaults = {
  cannotOpen: (code: string) => `the file is there but cannot be opened (${code})`,
  linkLeavesRoot: 'it is a link that leads out of the workspace',
  linkLeadsNowhere: 'it is a link that leads nowhere',
  notRegular: 'it is not a regular file',
  tooLarge: (maxBytes: number) => `it is larger than ${maxBytes} bytes`,
}
