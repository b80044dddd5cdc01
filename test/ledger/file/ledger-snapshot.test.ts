import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyRecord } from '#ledger/rules/apply-record.ts'
import type { LedgerRecord } from '#ledger/rules/ledger-record.ts'
import { createLedgerState } from '#ledger/rules/ledger-state.ts'
import { createMemoryJournal } from '#ledger/store/memory-store.ts'
import { amount } from '../../support/amount.ts'
import { stateOfText, textOfState } from '../../support/ledger-text.ts'
import { createReplayedStores } from '../store/model-memory.ts'
import { createWorld, runStep, steps } from '../store/model-run.ts'

describe('a snapshot of the ledger', () => {
  it('a snapshot after any record, with the records after it, gives the same bytes as all records', async () => {
    const property = fc.asyncProperty(steps, fc.nat(), async (sequence, place) => {
      const records = await recordsOf(sequence)
      const [whole, resumed] = [createLedgerState(), { state: createLedgerState() }]
      for (const [index, record] of records.entries()) {
        applyRecord(whole, record)
        if (index === place % records.length) resumed.state = stateOfText(textOfState(resumed.state))
        applyRecord(resumed.state, record)
      }
      const text = textOfState(whole)
      expect(textOfState(resumed.state)).toBe(text)
      expect(textOfState(stateOfText(text))).toBe(text)
    })
    await fc.assert(property, { numRuns: amount(12, 300) })
  })

  const state = '{"t":"state","lastAt":1,"nextGrant":1}'
  it.each([
    '',
    '{',
    'null',
    '[]',
    '{"t":"exempt","ip":"203.0.113.7"}',
    `${state}\n${state}`,
    `${state}\n{"t":"other"}`,
    `${state}\n{"t":"answer","a":"acc_a"}`,
  ])('a snapshot with the text %j is refused', (text) => {
    expect(() => stateOfText(text)).toThrow(expect.objectContaining({ code: 'snapshot_damaged' }))
  })
})

describe('the memory journal', () => {
  const seen = (month: string): LedgerRecord => {
    return {
      type: 'seen',
      at: Date.parse(`${month}-15T00:00:00Z`),
      accountId: 'acc_a',
      address: '203.0.113.7',
      requestId: month,
    }
  }

  it('the memory journal keeps the current and the previous three months, over the turn of a year too', async () => {
    const journal = createMemoryJournal()
    const kept = async () => {
      const months: string[] = []
      for await (const record of journal.records()) if (record.type === 'seen') months.push(record.requestId)
      return months
    }
    for (const month of ['2026-10', '2026-11', '2026-12', '2027-01']) journal.appendLazily(seen(month))
    expect(await kept()).toEqual(['2026-10', '2026-11', '2026-12', '2027-01'])
    await journal.append(seen('2027-02'))
    expect(await kept()).toEqual(['2026-11', '2026-12', '2027-01', '2027-02'])
    await journal.append(seen('2027-09'))
    expect(await kept()).toEqual(['2027-09'])
  })
})

async function recordsOf(sequence: readonly number[]): Promise<readonly LedgerRecord[]> {
  const stores = createReplayedStores()
  const world = await createWorld({ ...stores, durable: true })
  for (const step of sequence) await runStep(world, step)
  return stores.records()
}
