import type { Clock, Log, RandomBytes } from '@riftline/base/node'
import type { Metrics } from './metrics.ts'

/** Time and chance, and where events and numbers go: they are injected, so that a test has its own. */
export interface Tools {
  readonly clock: Clock
  readonly randomBytes: RandomBytes
  readonly log: Log
  readonly metrics: Metrics
}

/** Tools to measure and to report. */
export type Watchers = Pick<Tools, 'clock' | 'log' | 'metrics'>
