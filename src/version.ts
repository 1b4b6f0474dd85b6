declare const __VERSION__: string
declare const __COMPILER__: string

/** The package's version, put in by the build. */
export const VERSION: string = typeof __VERSION__ === 'undefined' ? '0.0.0-source' : __VERSION__

/** Names the code that compiles policies, put in by the build: a chain that other code compiled is compiled again. */
export const COMPILER: string = typeof __COMPILER__ === 'undefined' ? 'source' : __COMPILER__
