/** What can be wrong with a file of test cases, in our own words. */

export const caseFaults = {
  toolPattern: 'is a pattern; a case is about one tool',
  notOneOf: (words: readonly string[]) => `is not one of ${words.join(', ')}`,
  badVersion: 'must be 1',
  tooMany: (max: number) => `holds more than ${max} cases`,
  expectation: 'must be "pass", "deny", "ask" or "allow", or an object with a "decision"',
  payloadKinds: 'must be an object, or the name of a file with one',
  payloadFile: (file: string, why: string) => `names ${file}, which cannot be used: ${why}`,
  payloadUnreadable: (why: string) => `cannot be read: ${why}`,
  cannotRead: (code: string) => `it cannot be read (${code})`,
  tooLarge: (maxBytes: number) => `it is no regular file, or larger than ${maxBytes} bytes`,
  tooLargeTogether: (maxBytes: number) => `with what was read before it is more than ${maxBytes} bytes`,
  meaningless: (key: string, event: string) => `has a "${key}", which means nothing at ${event}`,
  lacks: (why: string) => `cannot be made: ${why}`,
  noHostHas: (why: string) => `no host has it: ${why}`,
} as const
