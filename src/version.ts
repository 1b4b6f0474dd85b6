declare const __VERSION__: string

/** The package's version, put in by the build. */
export const VERSION: string = typeof __VERSION__ === 'undefined' ? '0.0.0-source' : __VERSION__
