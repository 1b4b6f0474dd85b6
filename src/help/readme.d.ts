/** What build.mjs makes of README.md: the text of each topic's sections, by the topic's name. */
declare module 'readme:sections' {
  const sections: Readonly<Record<string, string>>
  export default sections
}
