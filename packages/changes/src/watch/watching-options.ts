import type { Clock, Log, Timers } from '@riftline/base/node'
import type { OddsStore } from '@riftline/odds'
import type { Schedule } from '@riftline/predictor'
import type { KeptStore, Recorded } from '@riftline/record'
import type { ChangeStore } from '../change.ts'
import type { ChangeMetrics } from './change-writer.ts'

/** Artifacts in use, as far as changes state them. */
export interface WatchedServing {
  readonly version: { readonly id: string }
  readonly catalogue: { readonly asOf: string }
  readonly index: {
    readonly teams: { readonly byId: ReadonlyMap<number, { readonly id: number; readonly name: string }> }
  }
  readonly record: Pick<Recorded, 'results'> | null
}

/** Dependencies of the watchers. */
export interface WatchingOptions {
  readonly store: ChangeStore
  readonly serving: { readonly current: WatchedServing }
  /** The current schedule; null before a first one. */
  readonly schedule: { readonly current: Schedule | null }
  readonly odds: Pick<OddsStore, 'edition' | 'scheduledFrom'>
  readonly kept: Pick<KeptStore, 'read'>
  readonly clock: Pick<Clock, 'now'>
  readonly timers: Pick<Timers, 'every'>
  readonly log: Log
  readonly metrics: ChangeMetrics
}
