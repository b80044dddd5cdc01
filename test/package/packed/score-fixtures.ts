import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { compileEnsemble, type Evaluator, parseFasttree, parseLightgbm } from '@riftline/core/trees'
import { numbers } from '../../core/trees/fixtures.ts'

// Scores every fixture of both trainers on both engines, and prints each fixture whose raw scores differ from the trainer's in a bit.
// The first argument is the folder of fixtures. Runs bundled beside a packed core, with no other package installed.

interface Fixture {
  readonly model: unknown
  readonly rows: readonly (readonly unknown[])[]
  readonly raw?: readonly unknown[]
  readonly expected?: { readonly Score: readonly unknown[]; readonly Probability?: readonly unknown[] }
}

const folder = process.argv[2] ?? ''
for (const trainer of ['lightgbm', 'fasttree']) {
  const names = readdirSync(join(folder, trainer)).filter((name) => /\.json(\.gz)?$/.test(name))
  console.log(`${names.length} ${trainer}`)
  for (const name of names) {
    const bytes = readFileSync(join(folder, trainer, name))
    const fixture = JSON.parse((name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()) as Fixture
    const parse = trainer === 'lightgbm' ? parseLightgbm : parseFasttree
    for (const engine of ['js', 'wasm'] as const) {
      const evaluator = compileEnsemble(parse(fixture.model), { engine })
      if (!isEqual(evaluator, fixture)) console.log(`${trainer} ${name}, ${engine}: other bits than the trainer's`)
    }
  }
}

function isEqual(evaluator: Evaluator, { rows, raw, expected }: Fixture): boolean {
  const flat = numbers(rows)
  if (raw !== undefined) return isSame(evaluator.rawScores(flat), numbers(raw))
  const reported = Float64Array.from(numbers(expected?.Probability ?? expected?.Score ?? []), Math.fround)
  return isSame(evaluator.predictions(flat), reported)
}

function isSame(a: Float64Array, b: Float64Array): boolean {
  return a.length === b.length && a.every((value, index) => Object.is(value, b[index]))
}
