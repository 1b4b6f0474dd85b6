export const pinned = (_id: string) => ({ version: '2.1.332', program: '/tmp/lab/node_modules/@anthropic-ai/claude-code-linux-x64/claude' })
