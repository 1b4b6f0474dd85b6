/** Of a patch the lines that name its files. */
export const patchHeads = (text: string): string => text.match(/^[^\S\n]*(?:\+\+\+|---|\*\*\* |rename |copy |diff ).*$/gm)?.join('\n') ?? ''
