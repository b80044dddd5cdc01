import { readFileSync, writeFileSync } from 'node:fs'
import type { RunResults } from '../measure/results.ts'
import { drawPlot } from './draw-plot.ts'
import { reportText } from './report-text.ts'

const readme = new URL('../../README.md', import.meta.url)
const plot = new URL('../../trees.svg', import.meta.url)
const begin = '<!-- trees: written by npm run bench -- trees -->'
const end = '<!-- trees: end -->'

/** Writes the report between its markers in bench/README.md, and the plot beside it. */
export function writeReport(results: RunResults, run: string): void {
  const text = readFileSync(readme, 'utf8')
  const [before, rest] = split(text, begin)
  const [, after] = split(rest, end)
  const report = reportText(results, run)
  const treeModels = results.problems.filter(({ contestants }) => contestants.some(({ facts }) => facts.shape))
  writeFileSync(plot, drawPlot(treeModels))
  writeFileSync(
    readme,
    `${before}${begin}\n\n![Time per row of every contestant on every model](trees.svg)\n\n${report}\n${end}${after}`,
  )
}

function split(text: string, marker: string): readonly [string, string] {
  const at = text.indexOf(marker)
  if (at === -1) throw new Error(`bench/README.md: expected the line ${marker}`)
  return [text.slice(0, at), text.slice(at + marker.length)]
}
