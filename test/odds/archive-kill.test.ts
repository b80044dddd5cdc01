import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seededRandom } from '@riftline/core'
import { beforeAll, expect, it } from 'vitest'
import { amount } from '../support/amount.ts'
import { bundleChild } from '../support/bundle-child.ts'
import { at } from './captured.ts'
import { openStore } from './folder.ts'
import { toKey } from './history-model.ts'
import { batchOf, compactedAt } from './killed-imports.ts'

/** Number of kills; `kill -9` needs real processes. */
const kills = amount(3, 30)

let script: string
beforeAll(async () => {
  script = await bundleChild('test/odds/archive-child.ts')
})

/** Lets a process import until it has told of some batches, and kills it with the message of the last one. */
async function killed(dataFolder: string, writer: string, first: number, batches: number): Promise<number> {
  const child: ChildProcess = fork(script, [dataFolder, writer, String(first)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  let done = first
  child.on('message', (batch: number) => {
    done = batch + 1
    if (done === first + batches) child.kill('SIGKILL')
  })
  await once(child, 'close')
  return done
}

it('two processes that are killed around compactions lose no snapshot that one of them has told of', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'riftline-archive-kill-'))
  const random = seededRandom(1)
  const done = { a: 0, b: 0 }
  for (let round = 1; round <= kills; round += 1) {
    const lives = (['a', 'b'] as const).map(async (writer) => {
      done[writer] = await killed(dataFolder, writer, done[writer], 1 + random.below(4))
    })
    await Promise.all(lives)
    const { store, log } = await openStore({ dataFolder })
    const found = new Set<string>()
    for (const match of ['m0', 'm1', 'm2']) {
      for await (const one of store.everyOf(match, compactedAt)) found.add(toKey(one))
    }
    const told = (['a', 'b'] as const).flatMap((writer) =>
      Array.from({ length: done[writer] }, (_, batch) => batchOf(writer, batch)).flat(),
    )
    const keys = told.map((one) => `${one.match} ${one.source} ${new Date(at(one.at!)).toISOString()}`)
    expect(keys.length).toBeGreaterThan(0)
    expect([round, keys.filter((key) => !found.has(key))]).toEqual([round, []])
    expect(log.filter(({ event }) => event !== 'odds_archive_damaged' && event !== 'odds_segment_damaged')).toEqual([])
  }
})
