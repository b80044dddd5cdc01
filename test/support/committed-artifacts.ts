import { readFileSync } from 'node:fs'
import { dayMs, toUtc } from '@riftline/base'
import { createPredictor, type Predictor } from '@riftline/predictor'
import { loadPredictorArtifacts } from '@riftline/predictor/node'

/** UTC data date of the committed artifacts. Tests count from it, so that they also hold for newer artifacts. */
export const dataDate: string = JSON.parse(readFileSync('artifacts/manifest.json', 'utf8')).asOf

/** UTC time a number of days and hours after the data date. */
export function afterData(days: number, hours = 0): string {
  return toUtc(Date.parse(`${dataDate}Z`) + days * dayMs + (hours * dayMs) / 24)
}

/** UTC time of day on the date a number of days after the data date. @param time such as `08:00:00` */
export function dayAfterData(days: number, time: string): string {
  return `${afterData(days).slice(0, 10)}T${time}`
}

let loaded: ReturnType<typeof loadPredictorArtifacts> | undefined
let created: Promise<Predictor> | undefined

/** The committed artifacts, read and parsed once for all test files of a worker. */
export function committedArtifacts(): ReturnType<typeof loadPredictorArtifacts> {
  loaded ??= loadPredictorArtifacts('artifacts')
  return loaded
}

/** The predictor of the committed artifacts, also made once for all test files of a worker. */
export function committedPredictor(): Promise<Predictor> {
  created ??= committedArtifacts().then((artifacts) => createPredictor(artifacts))
  return created
}
