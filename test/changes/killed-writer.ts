import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { StoredChange } from '@riftline/changes'
import { idOf, requireRising } from './change-writers.ts'

/** Process that counts in a store of changes. */
export interface KilledWriter {
  /** Numbers that it has told of. */
  readonly kept: readonly number[]
  /** Resolves when it has told of so many numbers, or is gone. */
  reached(count: number): Promise<void>
  /** Kills it and resolves when it is gone. */
  kill(): Promise<void>
}

export function startWriter(script: string, place: string, torn: number = 0): KilledWriter {
  const child: ChildProcess = fork(script, [place, String(torn)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
  })
  const kept: number[] = []
  const gone = once(child, 'close')
  let tell = (): void => {}
  child.on('message', (number: number) => {
    kept.push(number)
    tell()
  })
  return {
    kept,
    async reached(count) {
      const enough = new Promise<void>((resolve) => {
        tell = () => void (kept.length >= count && resolve())
        tell()
      })
      await Promise.race([enough, gone])
    },
    async kill() {
      child.kill('SIGKILL')
      await gone
    },
  }
}

/** Refuses a sequence that is not 1, 1+, 2, 2+, … with rising places. Returns the last number. */
export function requireCounted(changes: readonly StoredChange[]): number {
  requireRising(changes)
  const wrong = changes.findIndex(
    (change, index) => idOf(change) !== `${(index >> 1) + 1}${index % 2 === 0 ? '' : '+'}`,
  )
  if (wrong !== -1) throw new Error(`change ${wrong} is ${changes[wrong]!.json}`)
  if (changes.length % 2 === 1) throw new Error('half of a batch is kept')
  return changes.length / 2
}
