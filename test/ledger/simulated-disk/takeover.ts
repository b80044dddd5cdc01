import { type SeededRandom, seededRandom } from '@riftline/core'
import type { FileLedger } from '#ledger/file/file-store.ts'
import { makeSnapshot } from '#ledger/file/make-snapshot.ts'
import { verifyLedger } from '#ledger/file/read-ledger.ts'
import type { LedgerRecord } from '#ledger/rules/ledger-record.ts'
import { createManualClock, type ManualClock } from '../../support/clock.ts'
import { type Books, createBooks, settle } from './books.ts'
import { work } from './callers.ts'
import { createDisk, type Session, type SimulatedDisk } from './disk.ts'
import { openSimulated, takeSimulated } from './open-simulated.ts'
import { createMachine, type Machine } from './processes.ts'
import { createFakeTimers } from './timers.ts'

export interface TakeoverCounts {
  /** Starts that were refused because another server lives. */
  refused: number
  /** Servers that stopped because another had taken over. */
  replaced: number
  /** Servers that opened the ledger after another one in this world. */
  taken: number
}

/** The volume and machine that all servers share. */
interface Volume {
  readonly random: SeededRandom
  readonly disk: SimulatedDisk
  readonly machine: Machine
  readonly clock: ManualClock
  readonly books: Books
  readonly limits: { readonly segmentBytes: number; readonly snapshotRecords: number }
  readonly counts: TakeoverCounts
  readonly next: () => number
}

/** A server in a container of its own, from its start to its end. */
interface Container {
  readonly session: Session
  readonly opened: Promise<FileLedger | null>
  /** Lets time pass for the server, unless it is stopped. */
  tick(): void
  /** Acts like `kill -9`. */
  kill(): void
}

const tickMs = 250

/**
 * Runs servers on one volume that do not see each other: each starts at a random time, is stopped in the middle of some call
 * to the disk and woken later, or is killed. At the end every acknowledged record must be in the ledger, and the ledger must
 * open and be sound.
 *
 * @throws Error at the first difference
 */
export async function takeover(seed: number, counts: TakeoverCounts): Promise<void> {
  const random = seededRandom(seed)
  let made = 0
  const volume: Volume = {
    random,
    counts,
    disk: createDisk(random),
    machine: createMachine(),
    clock: createManualClock(),
    books: createBooks(),
    limits: { segmentBytes: 400 + random.below(1600), snapshotRecords: 5 + random.below(30) },
    next: () => ++made,
  }
  const containers: Container[] = []
  const starts = 2 + random.below(3)
  for (let started = 0; started < starts; started += 1) {
    const container = startContainer(volume)
    containers.push(container)
    // The server is stopped during its start or during its work.
    if (random.below(3) === 0) container.session.stopIn(1 + random.below(60))
    else void container.opened.then(() => container.session.stopIn(1 + random.below(80))).catch(() => {})
    for (let ticks = random.below(35); ticks > 0; ticks -= 1) {
      const one = containers[random.below(containers.length)]
      const chance = random.below(40)
      if (chance < 2) one?.session.wake()
      else if (chance === 2) one?.kill()
      // Pending work of the server runs before it notices the takeover.
      for (let turns = random.below(40); turns > 0; turns -= 1) await null
      await pass(volume, containers)
    }
  }
  for (const { session } of containers) session.wake()
  for (let turns = random.below(40); turns > 0; turns -= 1) await null
  for (let ticks = random.below(20); ticks > 0; ticks -= 1) await pass(volume, containers)
  for (const container of containers) container.kill()
  if (random.below(3) === 0) volume.disk.cutPower()

  const last = startContainer(volume, 0)
  for (let ticks = 0; ticks < 40; ticks += 1) await pass(volume, [last])
  const ledger = await Promise.race([last.opened, Promise.reject(new Error('the last start takes too long'))])
  if (ledger === null) throw new Error('the last start was refused')
  const records: LedgerRecord[] = []
  for await (const record of ledger.journal.records()) records.push(record)
  settle(volume.books, ledger.state, records)
  const { violations } = await verifyLedger('/data', volume.disk.start().fs)
  if (violations.length > 0) throw new Error(`not sound: ${JSON.stringify(violations)}`)
}

function startContainer(volume: Volume, steps = 60): Container {
  const { random, disk, machine, clock, books, limits, counts, next } = volume
  // Containers of one pod may see each other's processes, but never their socket names.
  const processes = machine.start(random.below(4) === 0 ? 'pod' : `container ${next()}`)
  const session = disk.start({ stops: true })
  let waiting: { left: number; readonly resolve: () => void }[] = []
  let isDead = false
  const wait = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => waiting.push({ left: milliseconds, resolve }))
  const timers = { ...createFakeTimers(), wait }

  async function run(): Promise<FileLedger | null> {
    const taken = books.accounts.size > 0
    const open = openSimulated(session, random, {
      timers,
      clock,
      limits,
      takeLock: (parts) => takeSimulated(parts, processes),
      makeSnapshot: (task) => makeSnapshot(session.fs, task),
    })
    const ledger = await open.catch((error: { readonly code?: string }) => {
      if (error.code !== 'data_folder_locked') throw error
      counts.refused += 1
      return null
    })
    if (ledger === null) return null
    if (taken) counts.taken += 1
    void ledger.store.failed.then(() => {
      counts.replaced += 1
      // A server ends when its storage is gone.
      return ledger.store.close()
    })
    const fireTimers = (): void => {
      if (!isDead && !session.isStopped()) timers.fire()
    }
    // The clock advances by less than the months after which old segments are deleted: the end needs all records.
    const slowClock: ManualClock = { ...clock, advance: (milliseconds) => clock.advance(milliseconds % 60_000) }
    if (steps > 0)
      void work({ random, clock: slowClock, books, fireTimers, next }, ledger.store, steps)
        .then(() => (random.below(3) === 0 ? ledger.store.close() : undefined))
        .catch(() => {})
    return ledger
  }

  const opened = run()
  opened.catch(() => {})
  return {
    session,
    opened,
    tick() {
      if (isDead || session.isStopped()) return
      timers.fire()
      for (const one of waiting) one.left -= tickMs
      const due = waiting.filter(({ left }) => left <= 0)
      waiting = waiting.filter(({ left }) => left > 0)
      for (const { resolve } of due) resolve()
    },
    kill() {
      isDead = true
      session.end()
      session.wake()
      processes.end()
      timers.clear()
    },
  }
}

/** Lets a moment of real time pass; the disk is usually fast. */
async function pass({ random }: Volume, containers: readonly Container[]): Promise<void> {
  for (const container of containers) container.tick()
  for (let turns = random.below(8) === 0 ? 5 : 150; turns > 0; turns -= 1) await null
  for (const { opened } of containers) await Promise.race([opened, null])
}
