/** What can be wrong with a call of ours: with its payload, or with the line that is registered for it. */

export const payloads = {
  nothing: (waitedMs: number) => `no payload arrived within ${waitedMs} ms`,
  empty: 'no payload: it is empty',
  incomplete: (bytes: number) => `it stops after ${bytes} bytes without being one complete JSON document`,
  tooLarge: (maxBytes: number) => `it is larger than ${maxBytes / 1_048_576} MiB`,
  utf16: 'it is UTF-16, not UTF-8',
  nul: 'it has a raw NUL byte',
  notUtf8: 'it is not valid UTF-8',
  notJson: 'it is not one JSON document',
  trailing: 'there is text after the JSON document',
  notObject: 'it is not a JSON object',
  conflicting: 'a key stands twice in one of its objects with different values',
  lessThanBefore: 'what it runs, or which files it is about, is not there any more',
  unknownHost: 'it cannot be told which host sent it (say so with --host)',
  notRead: (detail: string) => `it could not be read: ${detail}`,
} as const

export const usage = {
  unknownOption: (option: string) => `the registered line has the unknown option ${option}`,
  valueMissing: (option: string) => `the registered line gives ${option} no value`,
  unknownHost: (host: string, known: readonly string[]) =>
    `the registered line names the unknown host ${host} (known: ${known.join(', ')})`,
  unknownEvent: (event: string) => `the registered line names the unknown event ${event}, and the payload names none that is known`,
  notAbsolute: (option: string, value: string) => `the registered line gives ${option} the path ${value}, which is not absolute`,
  badTimeout: (value: string) => `the registered line has --host-timeout ${value}, which is no number of seconds`,
} as const
