import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { allMutants } from '../../mutants/all-mutants.ts'
import { checkMutant } from '../../mutants/check-mutant.ts'
import type { Mutant } from '../../mutants/mutants.ts'
import { createSandbox } from '../../mutants/sandbox.ts'
import { runsAll } from '../../support/amount.ts'

// Mutants that wait for time limits, kill processes or need a database. `npm run mutants` plants them too.
const slow = ['M13', 'M13b', 'M15', 'M21', 'M22', 'M23b', 'M26']

it('every mutant has an id of its own', () => {
  const ids = allMutants.map(({ id }) => id)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
})

it('the text that a mutant changes occurs once in its file', () => {
  const edits = allMutants.flatMap(({ id, edits }) => edits.map((edit) => ({ id, ...edit })))
  const stale = edits.filter(({ file, find }) => readFileSync(file, 'utf8').split(find).length !== 2)
  expect(stale.map(({ id, file, find }) => `${id} ${file}: ${find}`)).toEqual([])
})

it.runIf(runsAll)(
  'every quick mutant makes a test fail',
  async () => {
    const waiting = allMutants.filter(({ id }) => !slow.includes(id))
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
  },
  600_000,
)
