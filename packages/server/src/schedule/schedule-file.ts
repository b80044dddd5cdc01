import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { errorFields, isMissing, type Log, type Timers } from '@riftline/base/node'
import { parseSchedule, type Schedule } from '@riftline/predictor'
import { readBoundedText } from '../serving/logos-file.ts'
import { watchArtifacts } from '../serving/reload.ts'

const maxFileBytes = 32 * 1024 * 1024

/**
 * What `riftline sync` keeps in `sync/schedule.json` of a data folder, taken anew whenever the file changes. Never rejects: a file
 * that cannot be read or is damaged is logged, and what was read before stays.
 */
export async function openScheduleFile(dataFolder: string, parts: { log: Log; timers: Timers }) {
  const { log, timers } = parts
  const folder = join(dataFolder, 'sync')
  const file = join(folder, 'schedule.json')
  const schedule: { current: CurrentSchedule['current'] } = { current: null }
  const identity = async (): Promise<string> => {
    const info = await stat(file, { bigint: true }).catch(() => null)
    return info === null ? 'none' : [info.dev, info.ino, info.size, info.mtimeNs].join(' ')
  }
  const read = async (): Promise<void> => {
    try {
      schedule.current = parseSchedule(await readBoundedText(file, maxFileBytes))
    } catch (error) {
      if (isMissing(error)) return
      log({ level: 'error', event: 'schedule_unreadable', file, ...errorFields(error) })
    }
  }
  const loaded = await identity()
  await read()
  const watching = watchArtifacts({ loaded, identity, onChange: read, timers })
  return {
    get current() {
      return schedule.current
    },
    stop: watching.stop,
  }
}

/** Where a request finds the schedule; null before a first sync. */
export interface CurrentSchedule {
  readonly current: Schedule | null
}

export const noSchedule: CurrentSchedule = { current: null }
