import { type BaseModel, baseModels, type ModelName } from '../types.ts'

/**
 * Chances of one series by model, as numbers in a row: objects for each take longer to make than the numbers. A model has its raw chance,
 * the calibrated one and, if it is a member, its weight, in this order.
 */
export type Chances = Float64Array

/** Where the numbers of a model begin. */
export const placeOf: Readonly<Record<ModelName, number>> = { fasttree: 0, lightgbm: 3, pcasweep: 6, consensus: 9 }

export function createChances(): Chances {
  return new Float64Array(3 * baseModels.length + 2)
}

/** Raw chances by member at the data date, of one series or of many at the same places. */
export type RawChances = Readonly<Record<BaseModel, Float64Array>>

/** @param series how many */
export function createRawChances(series: number): RawChances {
  return {
    fasttree: new Float64Array(series),
    lightgbm: new Float64Array(series),
    pcasweep: new Float64Array(series),
  }
}
