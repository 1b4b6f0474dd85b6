/** Runs hooks that are all texts: a part without anything that starts a process. */
export { runMatched as runMatchedTexts } from './matched.js'
