import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createSerial, errorFields, isMissing, type Log, type Timers } from '@riftline/base/node'
import { parseSchedule, type Schedule } from '@riftline/predictor'
import { findArtifacts } from '@riftline/predictor/node'
import type { ServerConfig } from '../config.ts'
import type { Metrics } from '../observe/metrics.ts'
import { readBoundedText, readLogosFile } from './logos-file.ts'
import {
  type ArtifactsVersion,
  type CurrentServing,
  type loadServing,
  type Serving,
  withListedLogos,
} from './serving.ts'

/** Result of a reload; `asOf` is the data date of the artifacts served after it, whatever the outcome. */
export type ReloadOutcome =
  | { readonly kind: 'swapped' | 'unchanged'; readonly asOf: string }
  | { readonly kind: 'refused'; readonly asOf: string; readonly reason: string }

/** Cause of a reload: SIGHUP, `riftline reload`, or a changed folder. */
export type ReloadTrigger = 'signal' | 'command' | 'folder'

/** Reloads artifacts while the server runs. */
export interface Reloader {
  /** Reloads. Never rejects: a folder that cannot be used is refused and logged, and the artifacts in use stay. */
  reload(trigger: ReloadTrigger): Promise<ReloadOutcome>
}

export interface ReloadDeps {
  readonly serving: CurrentServing
  /** Loads the folder; null if it holds the known version. */
  readonly load: (known: ArtifactsVersion) => Promise<Serving | null>
  /** Text that changes with every change of the folder. */
  readonly identity: () => Promise<string>
  readonly log: Log
  readonly metrics: Metrics
}

/** Number of attempts to read a folder that is being replaced. */
const attempts = 3

/**
 * Creates a reloader. A new folder is checked in full, then swapped in one step; a request keeps the serving it began with.
 * Triggers that come while a reload runs share the next one.
 */
export function createReloader({ serving, load, identity, log, metrics }: ReloadDeps): Reloader {
  const inTurn = createSerial()
  let waiting: Promise<ReloadOutcome> | null = null

  async function loadSettled(): Promise<Serving | null> {
    for (let attempt = 1; ; attempt++) {
      const before = await identity()
      try {
        return await load(serving.current.version)
      } catch (error) {
        if (attempt === attempts || before === (await identity())) throw error
      }
    }
  }

  async function run(trigger: ReloadTrigger): Promise<ReloadOutcome> {
    waiting = null
    const outcome = await attempt()
    metrics.count('artifacts_reloads_total', { outcome: outcome.kind })
    const { kind, ...fields } = outcome
    log({ level: kind === 'refused' ? 'error' : 'info', event: `artifacts_${kind}`, trigger, ...fields })
    return outcome
  }

  async function attempt(): Promise<ReloadOutcome> {
    try {
      const loaded = await loadSettled()
      if (loaded !== null) serving.current = loaded
      return { kind: loaded === null ? 'unchanged' : 'swapped', asOf: serving.current.version.asOf }
    } catch (error) {
      return { kind: 'refused', asOf: serving.current.version.asOf, reason: errorFields(error).error }
    }
  }

  return {
    reload(trigger) {
      const outcome = waiting ?? inTurn(() => run(trigger))
      waiting = outcome
      return outcome
    },
  }
}

/** Creates the reloader of the artifacts in a folder and of the operator's logos. */
export function createFolderReloader(
  parts: Omit<ReloadDeps, 'load' | 'identity'> & { readonly config: ServerConfig },
  folder: () => string,
  load: typeof loadServing,
): Reloader {
  const { config, serving, log } = parts
  return createReloader({
    ...parts,
    identity: () => folderIdentity(folder()),
    async load(known) {
      const loaded = await load(folder(), config, known)
      return withListedLogos(serving.current, loaded, await readLogosFile(config.dataFolder, log))
    },
  })
}

const pollMs = 2000
/** Time without any change after which a changed folder has come to rest. */
const quietMs = 250

/**
 * Calls `onChange` once a folder or file has changed and come to rest. It is polled, since events of `fs.watch` are lost on
 * some disks and for a folder that is moved away.
 */
export function watchArtifacts(deps: {
  /** Identity of the folder or file when it was loaded. */
  readonly loaded: string
  readonly identity: () => Promise<string>
  readonly onChange: () => Promise<unknown>
  readonly timers: Timers
}): { stop(): void } {
  const { identity, onChange, timers } = deps
  let taken = deps.loaded
  let moving: string | null = null
  let looking = false
  let stopped = false
  let forget = (): void => {}

  async function look(): Promise<void> {
    if (looking || stopped) return
    looking = true
    const now = await identity()
    looking = false
    if (now === taken) moving = null
    else if (now !== moving) {
      moving = now
      forget()
      if (!stopped) forget = timers.after(quietMs, () => void look())
    } else {
      taken = now
      moving = null
      await onChange()
    }
  }

  const endPoll = timers.every(pollMs, () => void look())
  return {
    stop() {
      stopped = true
      forget()
      endPoll()
    },
  }
}

/** Text that changes when a folder is replaced or a file in it is written: inode, size and times of each file. Never rejects. */
export async function folderIdentity(folder: string): Promise<string> {
  try {
    const names = (await readdir(folder, { recursive: true })).sort()
    return (await Promise.all(['', ...names].map((name) => fileIdentity(folder, name)))).join('\n')
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code)
  }
}

async function fileIdentity(folder: string, name: string): Promise<string> {
  const { dev, ino, size, mtimeNs, ctimeNs } = await stat(join(folder, name), { bigint: true })
  return [name, dev, ino, size, mtimeNs, ctimeNs].join(' ')
}

const own = 'artifacts'

/**
 * Finds the folder to serve at each call: the named one, else `./artifacts` once it exists, else the installed package. A folder
 * that was found once stays the choice while it is being replaced. @throws ArtifactError `artifact_missing` if there is none
 */
export function servedFolder(named: string | null): () => string {
  let folder = named ?? findArtifacts()
  return () => {
    if (named === null && existsSync(`${own}/manifest.json`)) folder = own
    return folder
  }
}

const maxFileBytes = 32 * 1024 * 1024

/**
 * Opens the schedule that `riftline sync` keeps in `sync/schedule.json` of a data folder, and reloads it when the file changes.
 * Never rejects: an unreadable or damaged file is logged, and the previous schedule stays.
 */
export async function openScheduleFile(dataFolder: string, parts: { log: Log; timers: Timers }) {
  const { log, timers } = parts
  const folder = join(dataFolder, 'sync')
  const file = join(folder, 'schedule.json')
  const schedule: { current: Schedule | null; stop(): void } = { current: null, stop: () => {} }
  const identity = () => fileIdentity(folder, 'schedule.json').catch(() => 'none')
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
  schedule.stop = watchArtifacts({ loaded, identity, onChange: read, timers }).stop
  return schedule
}

/** Holder of the current schedule, which is null before a first sync. */
export interface CurrentSchedule {
  readonly current: Schedule | null
}

export const noSchedule: CurrentSchedule = { current: null }
