import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { clientTypes, typesModule } from '../../packages/client/build-types.ts'

const text = await clientTypes()

it('the committed client types equal the output of npm run client-types', () => {
  expect(readFileSync(typesModule, 'utf8')).toBe(text)
})

it.each<[what: string, line: string]>([
  ['its description', '/** Start of the last game. Null if unknown. Time in UTC, without a suffix. */'],
  ['its range', '/** Decimal odds of blue. Above 1, at most 1000. */'],
  ['its length', 'matter. The length is counted after trimming. 1-80 characters. */'],
  ['its default', '@default fasttree'],
])('the comment of a field has %s', (_, line) => {
  expect(text).toContain(line)
})

it('a named schema is written once, and a field that must be absent has the type never', () => {
  expect(text).toContain('readonly championPool: readonly ChampionResults[]\n')
  expect(text).toContain('readonly seriesWinner: readonly [TeamPrice, TeamPrice] | null\n')
  expect(text).toContain('readonly blueTeamId?: never\n')
})
