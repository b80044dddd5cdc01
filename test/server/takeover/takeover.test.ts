import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readLedger, verifyLedger } from '@riftline/ledger/file'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { amount, runsAll } from '../../support/amount.ts'
import { bundleChild } from '../../support/bundle-child.ts'
import { type Contained, noNamespaces, startWriter, type Writer } from './container.ts'

/** Number of takeovers, with real time, processes and namespaces: TAKEOVERS=100 for more, LANES=5 for five volumes side by side. */
const takeovers = Number(process.env.TAKEOVERS ?? amount(1, 4))
const lanes = Number(process.env.LANES ?? 2)
const reason = noNamespaces()

let script: string
beforeAll(async () => {
  script = await bundleChild('test/server/takeover/child.ts')
})
afterAll(() => rmSync(dirname(script), { recursive: true }))

const running = new Set<Contained>()
let volumes: string
beforeEach(() => {
  volumes = mkdtempSync(join(tmpdir(), 'riftline-takeover-'))
})
afterEach(async () => {
  for (const { child, exited } of running) {
    child.kill('SIGKILL')
    await exited
  }
  running.clear()
  rmSync(volumes, { recursive: true, force: true })
})

/** Opens one volume, whose writers come and go. */
function openVolume(dataFolder: string) {
  const writers: Writer[] = []
  const start = (): Writer => {
    const writer = startWriter(script, dataFolder, `w${writers.length}`)
    running.add(writer)
    void writer.exited.then(() => running.delete(writer))
    writers.push(writer)
    return writer
  }
  return {
    start,
    /** Starts a writer, which must open the ledger within the time that a container may take. */
    async take(): Promise<Writer> {
      const began = performance.now()
      const writer = start()
      expect(await writer.outcome).toEqual({ kind: 'open' })
      expect(performance.now() - began).toBeLessThan(15_000)
      return writer
    },
    /** Checks that the ledger is sound and has every acknowledged charge exactly once. */
    async check(): Promise<void> {
      const acknowledged = writers.flatMap(({ charged }) => charged)
      expect(await verifyLedger(dataFolder)).toMatchObject({ sound: true, violations: [] })
      const captured: string[] = []
      const { records } = await readLedger(dataFolder)
      for await (const record of records()) if (record.type === 'capture') captured.push(record.requestId)
      const found = new Set(captured)
      expect(found.size).toBe(captured.length)
      expect(acknowledged.filter((requestId) => !found.has(requestId))).toEqual([])
    },
  }
}

async function chargesMore({ charged }: Writer): Promise<void> {
  for (const enough = charged.length + 50; charged.length < enough; ) await sleep(5)
}

const isHeldElsewhere = {
  kind: 'refused',
  code: 'data_folder_locked',
  message: expect.stringContaining('is held by a server in another container'),
}

describe.skipIf(reason !== null)(
  `writers in separate namespaces on one volume${reason === null ? '' : ` (${reason})`}`,
  () => {
    it.runIf(runsAll)(
      'a live writer in another namespace keeps the ledger, and further writers are refused',
      async () => {
        const volume = openVolume(join(volumes, 'data'))
        const first = await volume.take()
        await chargesMore(first)
        for (const next of [volume.start(), volume.start()]) {
          expect(await next.outcome).toEqual(isHeldElsewhere)
          expect(await next.exited).toBe(1)
        }
        await chargesMore(first)
        first.signal('SIGTERM')
        expect(await first.exited).toBe(0)
        expect(existsSync(join(volumes, 'data/ledger/LOCK'))).toBe(false)
        await volume.check()
        const began = performance.now()
        await volume.take()
        expect(performance.now() - began).toBeLessThan(2500)
      },
      300_000,
    )

    it.runIf(runsAll)(
      `${takeovers} takeovers from killed and from sleeping writers under load: no acknowledged charge is lost, and the ledger opens`,
      async () => {
        let left = takeovers
        async function lane(index: number): Promise<void> {
          const dataFolder = join(volumes, `data-${index}`)
          const volume = openVolume(dataFolder)
          let writer = await volume.take()
          for (let round = index; left > 0; round += 1) {
            await chargesMore(writer)
            const next = await takeOver(volume, writer, round)
            if (next === null) continue
            left -= 1
            expect(JSON.parse(readFileSync(join(dataFolder, 'ledger/LOCK'), 'utf8'))).toMatchObject({ pid: 1 })
            await chargesMore(next)
            await volume.check()
            writer = next
          }
          writer.signal('SIGKILL')
          await writer.exited
          const last = await volume.take()
          last.signal('SIGTERM')
          expect(await last.exited).toBe(0)
          await volume.check()
        }
        await Promise.all(Array.from({ length: lanes }, (_, index) => lane(index)))
      },
      3_600_000,
    )

    /** Takes over the ledger; null if the old writer woke in time and goes on. */
    async function takeOver(
      volume: ReturnType<typeof openVolume>,
      writer: Writer,
      round: number,
    ): Promise<Writer | null> {
      // The old writer is stopped at any moment of its work.
      await sleep((round * 37) % 100)
      if (round % 3 === 0) {
        writer.signal('SIGKILL')
        return volume.take()
      }
      writer.signal('SIGSTOP')
      if (round % 3 === 1) {
        const next = await volume.take()
        writer.signal('SIGCONT')
        await expectLost(writer)
        return next
      }
      const next = volume.start()
      await sleep((round * 731) % 6000)
      writer.signal('SIGCONT')
      const outcome = await next.outcome
      if (outcome.kind === 'open') {
        await expectLost(writer)
        return next
      }
      expect(outcome).toEqual(isHeldElsewhere)
      return null
    }

    async function expectLost(writer: Writer): Promise<void> {
      expect(await writer.exited).toBe(1)
      expect(writer.lostBecause()).toMatch(/another server has taken over/)
    }
  },
)
