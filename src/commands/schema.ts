import { schemaText } from '../config/json-schema.js'
import { writeAnswer } from '../output/write-answer.js'
import { EXIT } from '../text/command-texts.js'

/** Prints the JSON Schema of `.acuvo/hooks.json`. @returns the exit code */
export const schema = (): number => {
  writeAnswer(1, schemaText())
  return EXIT.fine
}
