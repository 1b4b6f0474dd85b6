/**
 * The figures as Markdown.
 *
 * @param {import('./series.mjs').Spread | undefined} spread
 */
const shown = (spread) => (spread === undefined ? '' : `${spread.median.toFixed(2)} (${spread.p10.toFixed(2)} to ${spread.p90.toFixed(2)})`)

/** @param {number} bytes */
const mib = (bytes) => `${(bytes / 1_048_576).toFixed(1)} MiB`

/** @param {any} results @returns {string} */
export const table = ({ node, platform, artefact, pairs, sizes, contract, peers, launcher }) => {
  const bareMs = contract?.[0]?.bareMs ?? peers?.bareMs ?? launcher?.bareMs
  const files = `${mib(sizes.bytes)} in all${sizes.readByEveryCall === undefined ? '' : `, of which every call reads ${mib(sizes.readByEveryCall)}`}`
  const about =
    `The ${artefact} (${files}) on ${platform}, ${pairs} pairs a case: median (10th to 90th percentile) of the ratio to \`node -e 0\` of ` +
    `Node ${node}${bareMs === undefined ? '' : `, which took ${bareMs.toFixed(0)} ms`}; \`NODE_EXTRA_CA_CERTS\` unset.`
  const parts = [about]
  if (contract !== undefined)
    parts.push(
      [
        '| case | on a pipe | on a socket | contract | peak memory |',
        '|---|---|---|---|---|',
        ...contract.map(
          (/** @type {any} */ { name, pipe, socket, budget, peakMemoryMiB }) =>
            `| ${name} | ${shown(pipe)} | ${shown(socket)} | ${budget.toFixed(2)} | ${peakMemoryMiB === undefined ? '' : `${peakMemoryMiB} MiB`} |`,
        ),
      ].join('\n'),
    )
  for (const [title, part] of [
    ['in one series', peers],
    ['how it is started', launcher],
  ])
    if (part !== undefined)
      parts.push(
        [
          `| ${title} | ratio | ms |`,
          '|---|---|---|',
          ...part.rows.map((/** @type {any} */ { name, ratio, ms }) => `| ${name} | ${shown(ratio)} | ${ms.median.toFixed(1)} |`),
        ].join('\n'),
      )
  return parts.join('\n\n')
}

/** @param {any} results @returns {string} */
export const growthTable = ({ growth }) =>
  growth === undefined
    ? ''
    : [
        '| what grows | ms | ms for each one more, up to the middle and up to the end |',
        '|---|---|---|',
        ...growth.map(
          (/** @type {any} */ { name, unit, sizes, ms, perUnitMs }) =>
            `| ${name}: ${sizes.join(', ')}${unit} | ${ms.map((/** @type {number} */ value) => value.toFixed(1)).join(', ')} | ${perUnitMs.map((/** @type {number} */ value) => value.toFixed(3)).join(', ')} |`,
        ),
      ].join('\n')
