import topics from './topics.json' with { type: 'json' }

/** Which headings of the README a topic consists of stands in topics.json; the build fails where one is missing. */
export const TOPICS: readonly string[] = Object.keys(topics)
