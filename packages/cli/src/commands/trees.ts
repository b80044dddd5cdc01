import { readFile } from 'node:fs/promises'
import {
  compileEnsemble,
  inspectModel,
  type ModelReport,
  parseModel,
  saveEnsemble,
  type TreeEnsemble,
} from '@riftline/core/trees'
import { optional, readArguments, required, UsageError, unknownAction, type Values } from '../io/arguments.ts'
import { type Command, type CommandIo, printResult, textTable } from '../io/output.ts'
import { writeFile } from '../io/write-file.ts'
import { scoreRows } from '../trees/score-rows.ts'

const usage = `riftline trees inspect FILE [--svg N] [--json]
riftline trees score FILE --rows CSV [--raw] [--json]
riftline trees convert FILE --out FILE

Reads a model of XGBoost, LightGBM, CatBoost, ML.NET or ONNX, also compressed by gzip, and recognises the format by its content.
  inspect   format, objective, size, and the features by the splits that test them
            --svg    draws the tree of this number, from 0 on, as SVG instead
  score     prints the predictions of every row of a CSV file. The first line names the features, in any order; further
            columns are ignored. A model without names takes the columns in order. An empty cell is missing; categories have their names.
            --raw    prints scores before the link
  convert   writes the compact binary form, which loads many times faster
  --json    one JSON document
`

export const treesCommand: Command = {
  usage,
  async run(args, io) {
    const expected = { text: ['svg', 'rows', 'out'], flags: ['raw', 'json'], words: 1, moreWords: 1 }
    const { values, words } = readArguments(args, expected)
    const [action, file] = words
    const run = actions.get(action)
    if (run === undefined) throw unknownAction(action, ['inspect', 'score', 'convert'])
    if (file === undefined) throw new UsageError('expected the file of a model')
    await run(await readModel(file), values, io)
    return 0
  },
}

type Action = (ensemble: TreeEnsemble, values: Values, io: CommandIo) => Promise<void>

const actions: ReadonlyMap<string | undefined, Action> = new Map<string, Action>([
  ['inspect', inspect],
  ['score', score],
  ['convert', convert],
])

async function readModel(file: string): Promise<TreeEnsemble> {
  const bytes = await readFile(file)
  try {
    return await parseModel(bytes)
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

async function inspect(ensemble: TreeEnsemble, values: Values, io: CommandIo): Promise<void> {
  const svg = optional(values, 'svg')
  if (svg !== undefined) {
    const tree = /^\d{1,9}$/.test(svg) ? Number(svg) : -1
    const trees = ensemble.trees.root.length
    if (tree < 0 || tree >= trees) throw new UsageError(`--svg: expected a tree from 0 to ${trees - 1}, got ${svg}`)
    const { treePicture } = await import('../pictures/tree-picture.ts')
    await io.stdout(treePicture(ensemble, tree))
    return
  }
  const report = inspectModel(ensemble)
  await printResult(io, values, report, reportText(report))
}

/** Most features of the table. */
const mostFeatures = 30

function reportText({ features, ...rest }: ModelReport): string {
  const lines = Object.entries(rest).filter(([, value]) => value !== null && !Array.isArray(value))
  const nameOf = (key: string) => (key === 'numberOfFeatures' ? 'features' : key).padEnd(16)
  const facts = lines.map(([key, value]) => `${nameOf(key)}${String(value)}\n`).join('')
  const rows = features
    .slice(0, mostFeatures)
    .map(({ name, splits, share }) => [name, String(splits), `${(100 * share).toFixed(1)} %`])
  const more = features.length > mostFeatures ? `and ${features.length - mostFeatures} more features\n` : ''
  const table = rows.length === 0 ? '' : `\n${textTable([['feature', 'splits', 'share'], ...rows])}`
  return `${facts}${table}${more}${rest.warnings.map((warning) => `\n${warning}\n`).join('')}`
}

async function score(ensemble: TreeEnsemble, values: Values, io: CommandIo): Promise<void> {
  const evaluator = compileEnsemble(ensemble)
  const isRaw = values.raw === true
  const rows = scoreRows(evaluator, required(values, 'rows'), isRaw)
  if (values.json === true) {
    const all: number[][] = []
    for await (const part of rows) all.push(...part)
    await io.stdout(`${JSON.stringify({ [isRaw ? 'rawScores' : 'predictions']: all })}\n`)
    return
  }
  for await (const part of rows) await io.stdout(part.map((row) => `${row.join(',')}\n`).join(''))
}

async function convert(ensemble: TreeEnsemble, values: Values, io: CommandIo): Promise<void> {
  const bytes = saveEnsemble(ensemble)
  await writeFile(required(values, 'out'), [bytes], { mode: 0o666, onStop: io.onStop })
  io.stderr(`wrote ${bytes.length} bytes\n`)
}
