import type { Schedule } from '@riftline/predictor'

/** Where a request finds the schedule; null before a first sync. */
export interface CurrentSchedule {
  readonly current: Schedule | null
}

export const noSchedule: CurrentSchedule = { current: null }
