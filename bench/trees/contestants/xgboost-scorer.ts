import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { readFloats } from '../float-file.ts'
import { installHint } from '../peers/cache.ts'
import { isInstalled, requirePackage } from '../peers/npm-packages.ts'
import type { JavaScriptContestant } from './contestant.ts'

type Cells = Readonly<Record<string, number>>

/** Part of xgboost-scorer's API that the bench uses. */
interface XgboostScorer {
  readonly default: { create(trees: unknown): Promise<{ score(rows: readonly Cells[]): Promise<readonly number[]> }> }
}

/**
 * xgboost-scorer, which walks the objects of XGBoost's dump. It takes rows as records, made beforehand here, and gives sigmoids of a sum
 * of doubles that lacks the base score.
 */
export const xgboostScorer: JavaScriptContestant = {
  name: 'xgboost-scorer',
  language: 'javascript',
  warmsUp: true,
  isExact: () => false,
  reasonToSkip({ format }) {
    if (format !== 'xgboost') return 'reads XGBoost models only'
    return isInstalled('xgboost-scorer') ? null : installHint
  },
  async prepare({ model, rows, count, features }) {
    const { default: Scorer } = requirePackage<XgboostScorer>('xgboost-scorer')
    const scorer = await Scorer.create(JSON.parse(readFileSync(`${dirname(model)}/dump.json`, 'utf8')))
    const cells = readFloats(rows, count * features)
    const records = Array.from({ length: count }, (_, r) => recordOf(cells.subarray(r * features, (r + 1) * features)))
    return {
      isAsync: true,
      async scoreBatch(from, to, scores) {
        scores.set(await scorer.score(records.slice(from, to)))
      },
    }
  },
}

/** Present cells by the names that a dump gives features without names. */
function recordOf(row: Float64Array): Cells {
  const entries = Array.from(row, (cell, i) => [`f${i}`, cell] as const)
  return Object.fromEntries(entries.filter(([, cell]) => !Number.isNaN(cell)))
}
