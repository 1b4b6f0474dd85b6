import { formatOnWrite } from './format-on-write.js'
import { lintFeedback } from './lint-feedback.js'
import { noSecrets } from './no-secrets.js'
import { notify } from './notify.js'
import { protectPaths } from './protect-paths.js'
import { sessionContext } from './session-context.js'
import { testOnStop } from './test-on-stop.js'
import type { Template } from './template.js'

export type { Template, TemplateFile } from './template.js'

/** In the order in which their hooks stand in a file: gates first. */
export const TEMPLATES: readonly Template[] = [protectPaths, noSecrets, formatOnWrite, lintFeedback, testOnStop, notify, sessionContext]

/** Where nobody names one: gates that fit any project. */
export const USUAL_TEMPLATES: readonly string[] = ['protect-paths', 'no-secrets']
