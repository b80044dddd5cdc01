import { expect, it } from 'vitest'
import { findingLines } from '#cli/commands/update.ts'

it('findings of an update are listed by kind with hidden characters escaped, and no finding gives no line', () => {
  const findings = [
    { kind: 'player', what: 'byRegion', id: 43, name: 'Ghost', others: [] },
    { kind: 'player', what: 'joined', id: 3248, name: 'Smash', others: [5097] },
    { kind: 'team', what: 'namesake', id: 1076, name: 'Fox\u202e', others: [9, 12] },
    { kind: 'player', what: 'ambiguous', id: 3, name: 'Kestral', others: [] },
  ] as const
  expect(findingLines(findings)).toBe(`
joined: the other ids answer as this one:
  player 3248 Smash (5097)

new beside a namesake:
  team 1076 Fox\\u202e (9, 12)

found by name and region alone:
  player 43 Ghost

left out, since it may be a new name of this one:
  player 3 Kestral
`)
  expect(findingLines([])).toBe('')
})
