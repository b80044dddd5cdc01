import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type LogEntry, systemClock } from '@riftline/base/node'
import { openChangeFiles } from '@riftline/changes/file'
import { seededRandom } from '@riftline/core'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { amount } from '../support/amount.ts'
import { bundleChild } from '../support/bundle-child.ts'
import { changesSince } from './change-writers.ts'
import { requireCounted, startWriter } from './killed-writer.ts'

/** Number of kills; `kill -9` needs real processes. */
const kills = amount(3, 30)

let script: string
beforeAll(async () => {
  script = await bundleChild('test/changes/change-child.ts')
})
afterAll(() => rmSync(dirname(script), { recursive: true }))

it(`a process that is killed ${kills} times while it writes loses no change that it told of, and readers miss and repeat none`, async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'riftline-change-kill-'))
  onTestFinished(() => rmSync(dataFolder, { recursive: true }))
  const random = seededRandom(1)
  let [origin, seen, counted]: [string | null, string, number] = [null, '', 0]
  for (let life = 1; life <= kills; life++) {
    const isTorn = life % 3 === 0
    const writer = startWriter(script, dataFolder, isTorn ? 1 + random.below(20) : 0)
    await writer.reached(isTorn ? Number.POSITIVE_INFINITY : 1 + random.below(40))
    await writer.kill()
    const log: LogEntry[] = []
    const store = await openChangeFiles({ dataFolder, clock: systemClock, log: (entry) => void log.push(entry) })
    if (origin === null) {
      const gone = store.since('')
      origin = gone.kind === 'gone' ? gone.oldest : ''
      seen = origin
    }
    const before = counted
    counted = requireCounted(changesSince(store, origin))
    expect(changesSince(store, seen)).toHaveLength(2 * (counted - before))
    const told = writer.kept.at(-1) ?? before
    // The last batch may have been kept without its process living to tell.
    expect([life, counted - told === 0 || counted - told === 1]).toEqual([life, true])
    expect(writer.kept).toEqual(Array.from({ length: told - before }, (_, index) => before + index + 1))
    expect((await store.marks('n')).get('n')).toBe(String(counted))
    expect(log.filter(({ event }) => event !== 'changes_cut')).toEqual([])
    if (isTorn) expect(log).toHaveLength(1)
    seen = store.head()
    await store.close()
  }
})
