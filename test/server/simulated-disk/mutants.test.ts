import { expect, test } from 'vitest'
import { checkMutant } from '../../mutants/check-mutant.ts'
import { ledgerMutants } from '../../mutants/ledger-mutants.ts'
import type { Mutant } from '../../mutants/mutants.ts'
import { createSandbox } from '../../mutants/sandbox.ts'

test('every mutant of the file store is caught', async () => {
  const waiting = [...ledgerMutants]
  const missed: string[] = []

  async function lane(): Promise<void> {
    const sandbox = createSandbox()
    try {
      for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
        const { caught, problem } = await checkMutant(sandbox, mutant satisfies Mutant)
        if (!caught) missed.push(`${mutant.id} ${mutant.what} ${problem}`)
      }
    } finally {
      sandbox.remove()
    }
  }

  await Promise.all([lane(), lane()])
  expect(missed).toEqual([])
}, 600_000)
