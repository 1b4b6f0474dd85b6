/** Where a policy stands, by its exact spelling. */
export const POLICY_FOLDER = '.acuvo'
