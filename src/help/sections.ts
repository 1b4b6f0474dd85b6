import sections from 'readme:sections'

/** The README's own text for each topic, as Markdown: put in by the build, a part of its own that only `help` loads. */
export const SECTIONS = sections
