import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readYearFiles, type SourceReading } from '@riftline/pipeline'
import {
  fetchOraclesElixir,
  type OraclesElixirRun,
  type RunOptions,
  type RunProgress,
  readLeaguepedia,
  readLolesports,
  type SourceRun,
} from '@riftline/sources'
import type { SourceSettings } from '@riftline/sources/settings'
import type { AllMarks, SourceMarks } from './source-settings.ts'

export const syncSourceNames = ['leaguepedia', 'lolesports', 'oracles-elixir'] as const
export type SyncSourceName = (typeof syncSourceNames)[number]

export interface ReadSource extends Pick<SourceRun, 'status' | 'fault' | 'reason' | 'requests'> {
  readonly name: SyncSourceName
  /** Null if there are no new statements. */
  readonly reading: SourceReading | null
  /** Coming series. */
  readonly scheduled: SourceRun['scheduled']
  readonly skipped: readonly { readonly what: string; readonly why: string }[]
  readonly marks: SourceMarks
}

export interface ReadingOptions extends Omit<RunOptions, 'known'> {
  readonly marks: AllMarks
  readonly acceptsFewer: boolean
}

export function configuredSources(settings: SourceSettings): readonly SyncSourceName[] {
  const { lolesportsKey, oraclesElixirUrl } = settings
  const isOff = { leaguepedia: false, lolesports: lolesportsKey === null, 'oracles-elixir': oraclesElixirUrl === null }
  return syncSourceNames.filter((name) => !isOff[name])
}

/** Reads one source; a failure is part of the result and does not affect the others. */
export async function readSource(
  name: SyncSourceName,
  settings: SourceSettings,
  options: ReadingOptions,
): Promise<ReadSource> {
  const { marks, acceptsFewer: acceptFewerRows, ...asked } = options
  const { known, games: gamesBefore } = marks[name] ?? {}
  const run = { ...asked, ...(known !== undefined && { known }) }
  if (name !== 'oracles-elixir') {
    const read = name === 'leaguepedia' ? readLeaguepedia : readLolesports
    return toReadSource(name, await read(settings, run), options.sinceMs)
  }
  const fetched = await fetchOraclesElixir(settings, {
    ...run,
    acceptFewerRows,
    ...(gamesBefore !== undefined && { gamesBefore }),
  })
  return readYears(fetched, options, gamesBefore ?? {})
}

function toReadSource(name: SyncSourceName, run: SourceRun, sinceMs: number): ReadSource {
  const { status, fault, reason, requests, games, series, scheduled, skipped, known, coveredUntilMs } = run
  const reading =
    coveredUntilMs === null ? null : { source: name, games, series, fromMs: sinceMs, untilMs: coveredUntilMs }
  return { name, status, fault, reason, requests, reading, scheduled, skipped, marks: { known } }
}

/** Reads yearly files; a file that is unchanged since the last run adds nothing. */
async function readYears(
  run: OraclesElixirRun,
  { sinceMs, time }: ReadingOptions,
  gamesBefore: Readonly<Record<number, number>>,
): Promise<ReadSource> {
  const { status, fault, reason, requests, files, known } = run
  const name = 'oracles-elixir'
  const counted = files.flatMap(({ year, games }) => (games === null ? [] : [[year, games]]))
  const marks = { known, games: { ...gamesBefore, ...Object.fromEntries(counted) } }
  const source = { name, status, fault, reason, requests, scheduled: [], marks } as const
  if (counted.length === 0) return { ...source, reading: null, skipped: run.skipped }
  const folder = await mkdtemp(join(tmpdir(), 'riftline-years-'))
  try {
    for (const { year, path, bytes } of files) {
      const target = join(folder, `${year}.csv${path?.endsWith('.gz') === true ? '.gz' : ''}`)
      if (path !== null) await copyFile(path, target)
      else if (bytes !== null) await writeFile(target, bytes)
    }
    const read = await readYearFiles(folder)
    const nowMs = time.now()
    const recent = read.games.filter(({ startMs }) => startMs >= sinceMs)
    const skipped = [
      ...run.skipped,
      ...read.skipped.map(({ file, line, reason }) => ({ what: `${file}:${line}: ${reason}`, why: 'bad_row' })),
      // A mistyped date in the future would move the data date.
      ...recent
        .filter(({ startMs }) => startMs > nowMs)
        .map(({ id }) => ({ what: `game ${id}`, why: 'completed_before_start' })),
    ]
    const games = recent.filter(({ startMs }) => startMs <= nowMs)
    const changed = Math.min(...counted.map(([year]) => year!))
    const fromMs = counted.length === files.length ? sinceMs : Math.max(sinceMs, Date.UTC(changed, 0, 1))
    const reading = { source: name, games, series: [], fromMs, untilMs: nowMs }
    return { ...source, reading, skipped }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const width = 24

/** Creates one progress bar for sources that are read concurrently: `[######            ] 25 %  leaguepedia 1/4`. */
export function createProgressBar(sources: readonly string[], write: (text: string) => void) {
  const far = new Map<string, RunProgress>()
  let drawn = 0
  const draw = (line: string): void => {
    write(`\r${line.padEnd(drawn)}`)
    drawn = line.length
  }
  function update(source: string, progress: RunProgress): void {
    far.set(source, progress)
    const share = [...far.values()].reduce((sum, { done, of }) => sum + done / of, 0) / sources.length
    const full = '#'.repeat(Math.floor(share * width)).padEnd(width)
    const each = [...far].map(([name, { done, of }]) => (done === 0 ? name : `${name} ${done}/${of}`))
    draw(`[${full}] ${Math.floor(share * 100)} %  ${each.join('  ')}`)
  }
  return {
    start: (source: string) => update(source, { done: 0, of: 1 }),
    update,
    /** Removes the bar from the terminal before another line is printed. */
    clear() {
      if (drawn > 0) write(`\r${' '.repeat(drawn)}\r`)
      drawn = 0
    },
  }
}
