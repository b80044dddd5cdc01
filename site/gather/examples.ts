import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { exampleFolder, exampleModels } from '../playground/model/example-models.ts'

/** Place of an example in the repository. */
interface Origin {
  readonly model: string
  readonly rows: string
  readonly toRows: (file: never) => readonly Cells[]
}

/** Cells by the names of the features, or in their order. */
type Cells = Readonly<Record<string, unknown>> | readonly unknown[]

const mostRows = 30

/** Every second row of a fixture is like the training data; the others lie on thresholds. */
const plausible = ({ rows }: { readonly rows: readonly Cells[] }): readonly Cells[] =>
  rows.filter((_, i) => i % 2 === 0)

const origins: Readonly<Record<string, Origin>> = {
  lightgbm: {
    model: 'examples/own-model/fraud.json',
    rows: 'examples/own-model/payments.json',
    toRows: (file: readonly Readonly<Record<string, unknown>>[]) =>
      file.map(({ rawScore: _, probability: __, ...row }) => row),
  },
  xgboost: {
    model: 'examples/xgboost-model/model.ubj',
    rows: 'examples/xgboost-model/rows.json',
    toRows: (file: readonly { readonly row: Cells }[]) => file.map(({ row }) => row),
  },
  catboost: {
    model: 'test/fixtures/catboost/v0_26.model.json.gz',
    rows: 'test/fixtures/catboost/v0_26.json.gz',
    toRows: plausible,
  },
  sklearn: {
    model: 'examples/sklearn-model/model.onnx',
    rows: 'examples/sklearn-model/rows.json',
    toRows: (file: readonly { readonly row: Cells }[]) => file.map(({ row }) => row),
  },
  mlnet: {
    model: 'test/fixtures/fasttree/binary-default.zip',
    rows: 'test/fixtures/fasttree/binary-default.json.gz',
    toRows: (file: { readonly model: { readonly featureNames: readonly string[] }; readonly rows: readonly [] }) =>
      plausible(file).map((row) =>
        Object.fromEntries(file.model.featureNames.map((name, i) => [name, row[i as never]])),
      ),
  },
}

/** Copies the models that the page of models offers, each with rows as CSV. */
export async function gatherExamples(repository: string, pages: string): Promise<void> {
  const folder = join(pages, 'public', exampleFolder)
  await mkdir(folder, { recursive: true })
  for (const { name, file } of exampleModels) {
    const origin = origins[name]
    if (origin === undefined) throw new Error(`${name}: no origin`)
    await copyModel(join(repository, origin.model), join(folder, file))
    const rows = origin.toRows(JSON.parse(String(await readPlain(join(repository, origin.rows)))) as never)
    await writeFile(join(folder, `${name}.csv`), toCsv(rows.slice(0, mostRows)))
  }
}

async function copyModel(from: string, to: string): Promise<void> {
  if (basename(from).endsWith('.gz')) await writeFile(to, await readPlain(from))
  else await copyFile(from, to)
}

async function readPlain(file: string): Promise<Buffer> {
  const bytes = await readFile(file)
  return file.endsWith('.gz') ? gunzipSync(bytes) : bytes
}

function toCsv(rows: readonly Cells[]): string {
  const [first = []] = rows
  const heading = Array.isArray(first) ? first.map((_, i) => `feature ${i}`) : Object.keys(first)
  return [heading, ...rows.map((row) => Object.values(row))]
    .map((cells) => `${cells.map((cell) => (cell === null || cell === 'NaN' ? '' : String(cell))).join(',')}\n`)
    .join('')
}
