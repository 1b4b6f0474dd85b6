/** The version of Node that built the package, as it says of itself; put in by the build. */
declare const __BUILT_BY__: string

/** How the caches end that the build made, which are a part of the package. */
const OF_BUILD = '.cache'

/** Whether the Node that runs this is the one whose caches came with the package. */
export const isOfBuild: boolean = typeof __BUILT_BY__ !== 'undefined' && process.version === __BUILT_BY__

/** How the code cache of a part is called behind its name. V8 takes only what its own version made. */
export const CACHE_SUFFIX: string = isOfBuild ? OF_BUILD : `.${process.version}${OF_BUILD}`
