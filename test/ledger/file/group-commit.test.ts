import { describe, expect, it } from 'vitest'
import type { EncodedRecord } from '#ledger/file/batches.ts'
import { createGroupCommit } from '#ledger/file/group-commit.ts'
import { decodeRecord } from '#ledger/file/record-codec.ts'
import type { LedgerRecord } from '#ledger/rules/ledger-record.ts'
import { createFakeTimers } from '../simulated-disk/timers.ts'

/** A disk that records each batch; a test can make it fail or wait. */
function fakeDisk() {
  const batches: LedgerRecord[][] = []
  const disk = {
    batches,
    fail: false,
    most: 512,
    gate: Promise.resolve(),
    async write(records: readonly EncodedRecord[]): Promise<number> {
      const taken = records.slice(0, disk.most).map(({ json }) => decodeRecord(JSON.parse(json)))
      await disk.gate
      if (disk.fail) throw new Error('EIO')
      batches.push(taken)
      return taken.length
    },
  }
  return disk
}

const record = (name: string): LedgerRecord => ({ type: 'account', at: 1, accountId: name, name })
const mark = (...requestIds: string[]): LedgerRecord => ({ type: 'delivered', at: 1, requestIds })

function open() {
  const [disk, timers] = [fakeDisk(), createFakeTimers()]
  return { disk, timers, commit: createGroupCommit(disk.write, timers) }
}

/** Waits until all promises that can settle now have settled. */
const nextTick = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve))

describe('group commit', () => {
  it('group commit writes the records of calls that continue in one turn as one batch', async () => {
    const { disk, commit } = open()
    const turn = Promise.resolve()
    await Promise.all(Array.from({ length: 100 }, (_, i) => turn.then(() => commit.append(record(`a${i}`)))))
    expect(disk.batches.map(({ length }) => length)).toEqual([100])
  })

  it('group commit writes records that arrive while the disk is busy as one batch', async () => {
    const { disk, commit } = open()
    const first = commit.append(record('first'))
    await nextTick()
    await Promise.all([first, ...Array.from({ length: 99 }, (_, i) => commit.append(record(`a${i}`)))])
    expect(disk.batches.map(({ length }) => length)).toEqual([1, 99])
  })

  it('group commit writes records that do not fit into a batch with the next', async () => {
    const { disk, commit } = open()
    disk.most = 40
    await Promise.all(Array.from({ length: 100 }, (_, i) => commit.append(record(`a${i}`))))
    expect(disk.batches.map(({ length }) => length)).toEqual([40, 40, 20])
    expect(disk.batches.flat()).toEqual(Array.from({ length: 100 }, (_, i) => record(`a${i}`)))
  })

  it('records are acknowledged in order, after their batch is on disk', async () => {
    const { disk, commit } = open()
    let release = (): void => {}
    disk.gate = new Promise((resolve) => {
      release = resolve
    })
    const order: string[] = []
    const waiters = ['a', 'b', 'c'].map((name) => commit.append(record(name)).then(() => order.push(name)))
    for (let turn = 0; turn < 20; turn += 1) await null
    expect(order).toEqual([])
    release()
    await Promise.all(waiters)
    expect(order).toEqual(['a', 'b', 'c'])
  })

  it('unawaited records are written with the next batch, all delivery marks as its last record', async () => {
    const { disk, commit } = open()
    commit.appendLazily(mark('r1'))
    commit.appendLazily(record('lazy'))
    commit.appendLazily(mark('r2', 'r3'))
    await commit.append(record('waited for'))
    expect(disk.batches).toEqual([[record('lazy'), record('waited for'), mark('r1', 'r2', 'r3')]])
  })

  it('unawaited records are written within 20 ms, in one batch', async () => {
    const { disk, commit, timers } = open()
    commit.appendLazily(mark('r1'))
    commit.appendLazily(mark('r2'))
    expect(timers.waiting()).toEqual([20])
    timers.fire()
    await commit.end()
    expect(disk.batches).toEqual([[mark('r1', 'r2')]])
  })

  it('unawaited records that arrive during a batch wait for the timer', async () => {
    const { disk, commit, timers } = open()
    commit.appendLazily(mark('r1'))
    timers.fire()
    await nextTick()
    commit.appendLazily(mark('r2'))
    await nextTick()
    expect(disk.batches).toEqual([[mark('r1')]])
    timers.fire()
    await nextTick()
    await nextTick()
    expect(disk.batches).toEqual([[mark('r1')], [mark('r2')]])
  })

  it('group commit puts at most 512 delivery marks into one record', async () => {
    const { disk, commit } = open()
    for (let index = 0; index < 600; index++) commit.appendLazily(mark(`r${index}`))
    await commit.flush()
    const marks = disk.batches.flat().filter((one) => one.type === 'delivered')
    expect(marks.map(({ requestIds }) => requestIds.length)).toEqual([512, 88])
  })

  it('the timer of unawaited records does nothing after a flush', async () => {
    const { disk, timers, commit } = open()
    commit.appendLazily(record('a'))
    await commit.flush()
    timers.fire()
    await nextTick()
    expect(disk.batches.map(({ length }) => length)).toEqual([1])
  })

  it('a flush writes unawaited records', async () => {
    const { disk, commit } = open()
    await commit.flush()
    const waiter = commit.append(record('a'))
    await nextTick()
    commit.appendLazily(mark('r1'))
    await commit.flush()
    expect(disk.batches).toEqual([[record('a')], [mark('r1')]])
    await waiter
    disk.fail = true
    commit.appendLazily(mark('r2'))
    await commit.flush()
    expect(commit.isSound()).toBe(false)
  })

  it('group commit refuses a record that is too large, and writes the next', async () => {
    const { disk, commit } = open()
    await expect(commit.append(record('é'.repeat(600_000)))).rejects.toThrow('at most 1048544 are allowed')
    await commit.append(record('small'))
    expect(disk.batches).toEqual([[record('small')]])
  })

  it('group commit stops for good at the first error', async () => {
    const { disk, commit } = open()
    disk.fail = true
    const outcomes = await Promise.allSettled(['a', 'b', 'c'].map((name) => commit.append(record(name))))
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ reason: { message: 'the credits journal cannot be written' } })
    expect(commit.isSound()).toBe(false)
    commit.fail(new Error('another server'))
    expect(await commit.failed).toMatchObject({ message: 'EIO' })
    disk.fail = false
    await expect(commit.append(record('d'))).rejects.toThrow('cannot be written')
    commit.appendLazily(mark('r1'))
    await commit.end()
    expect(disk.batches).toEqual([])
  })

  it('records that are being written when another process takes the ledger are not acknowledged', async () => {
    const { disk, commit } = open()
    const waiter = commit.append(record('a'))
    await null
    commit.fail(new Error('another server'))
    await expect(waiter).rejects.toThrow('cannot be written')
    await commit.end()
    expect(disk.batches.length).toBe(1)
    expect(commit.isSound()).toBe(false)
  })

  it('records that wait for the end of the turn when the journal fails are never written', async () => {
    const { disk, commit } = open()
    const waiter = commit.append(record('a'))
    commit.appendLazily(mark('r1'))
    commit.fail(new Error('another server'))
    await expect(waiter).rejects.toThrow('cannot be written')
    await commit.end()
    expect(disk.batches).toEqual([])
  })

  it('group commit writes its queue when it ends, and refuses later records', async () => {
    const { disk, commit } = open()
    commit.appendLazily(mark('r1'))
    await commit.end()
    expect(disk.batches).toEqual([[mark('r1')]])
    await expect(commit.append(record('a'))).rejects.toThrow('the credits journal is closed')
    expect(commit.isSound()).toBe(true)
  })
})
