import { calibratePrepared, type PreparedCurve, prepareCurve, selectAnchor, selectCalibration } from '@riftline/core'
import type { Blend } from '../artifacts/blend.ts'
import type { BaseModel, BestOf } from '../types.ts'

/** Where a series belongs. */
export interface SeriesCell {
  readonly bestOf: BestOf
  readonly league: string | null
}

/** What a blend says of the series of one cell: looked up by names once, not for every series. */
export interface BlendCell {
  /** A raw chance of a model through its finest curve. */
  calibrate(model: BaseModel, raw: number): number
  /** Weight of a calibrated chance against the market's, in log odds, on fresh data. */
  anchorWeight(): number
}

type Fitted = Pick<Blend, 'calibration' | 'anchor'>

/** The cells of a blend. A league that no curve and no weight names has those of none. */
export function createBlendCells(blend: Fitted): (cell: SeriesCell) => BlendCell {
  const cells = new Map([null, ...leaguesOf(blend)].map((league) => [league, cellsOf(blend, league)]))
  const ofNone = cells.get(null)
  return (cell) => {
    const { bestOf, league } = cell
    const formats = cells.get(league) ?? (typeof league === 'string' ? ofNone : undefined)
    return formats?.get(bestOf) ?? createCell(blend, cell)
  }
}

function cellsOf(blend: Fitted, league: string | null): ReadonlyMap<BestOf, BlendCell> {
  return new Map(([1, 3, 5] as const).map((bestOf) => [bestOf, createCell(blend, { bestOf, league })]))
}

function createCell({ calibration, anchor }: Fitted, cell: SeriesCell): BlendCell {
  const curves: Partial<Record<BaseModel, PreparedCurve>> = {}
  let weight: number | undefined
  return {
    calibrate(model, raw) {
      curves[model] ??= prepareCurve(selectCalibration(calibration[model], cell))
      return calibratePrepared(curves[model], raw)
    },
    anchorWeight() {
      weight ??= selectAnchor(anchor, cell).w
      return weight
    },
  }
}

/** Leagues that the keys of cells end with: `bo3/LCK`. */
function leaguesOf({ calibration, anchor }: Fitted): ReadonlySet<string> {
  const tables = [...Object.values(calibration).map(({ curves }) => curves), anchor.weights]
  const keys = tables.flatMap((table) => Object.keys(table))
  return new Set(keys.map((key) => key.slice(key.indexOf('/') + 1)))
}
