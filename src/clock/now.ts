/**
 * Milliseconds since our own process started. Not `performance.now()`: loading that costs more than the rest of a call
 * without a policy.
 */
export const nowMs = (): number => process.uptime() * 1_000
