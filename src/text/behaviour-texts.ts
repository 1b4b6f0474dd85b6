import { safeLine } from './safe.js'

/** What `trust` says about known calls. */

const calls = (count: number): string => `${count} ${count === 1 ? 'call' : 'calls'}`

export const behaviourTexts = {
  head: (count: number) =>
    `what changes for ${calls(count)} that are known here (recorded or test cases; only texts are judged, nothing is run):`,
  nothing: (count: number) => `changes nothing for ${calls(count)} that are known here (only texts were judged, nothing was run)`,
  newlyDenied: (count: number) => `newly denied ${count}`,
  newlyAsked: (count: number) => `newly asked about ${count}`,
  newlyLetThrough: (count: number) => `newly let through ${count}`,
  call: (host: string, event: string, tool: string | undefined, about: string | undefined, by: string) =>
    `${host} ${[event, tool]
      .filter((word) => word !== undefined)
      .map(safeLine)
      .join(' ')}${about === undefined ? '' : `: ${safeLine(about).slice(0, 120).toWellFormed()}`} ("${safeLine(by)}")`,
  more: (count: number) => `and ${count} more`,
  noLonger: (hook: string, count: number) => `no longer judged by "${safeLine(hook)}": ${calls(count)}`,
  now: (hook: string, count: number) => `now judged by "${safeLine(hook)}": ${calls(count)}`,
  changed: (hook: string, count: number) => `judged by "${safeLine(hook)}" as it is changed: ${calls(count)}`,
} as const
