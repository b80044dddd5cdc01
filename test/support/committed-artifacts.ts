import { readFileSync } from 'node:fs'
import { dayMs, toUtc } from '@riftline/base'
import { createPredictor, type Predictor } from '@riftline/predictor'
import { loadPredictorArtifacts } from '@riftline/predictor/node'

/** Data date of the committed artifacts, UTC. Tests count from it, so that newer artifacts need no newer tests. */
export const dataDate: string = JSON.parse(readFileSync('artifacts/manifest.json', 'utf8')).asOf

/** So many days and hours after the data date, UTC. */
export function afterData(days: number, hours = 0): string {
  return toUtc(Date.parse(`${dataDate}Z`) + days * dayMs + (hours * dayMs) / 24)
}

/** A time of the day so many days after the data date, UTC. @param time as `08:00:00` */
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

/** The predictor of the committed artifacts, made once too. */
export function committedPredictor(): Promise<Predictor> {
  created ??= committedArtifacts().then((artifacts) => createPredictor(artifacts))
  return created
}
