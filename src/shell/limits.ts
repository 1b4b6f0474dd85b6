/** Characters. Longer texts are not read: no agent types them, and reading must not cost more than the call. */
export const LONGEST_TEXT = 131_072
