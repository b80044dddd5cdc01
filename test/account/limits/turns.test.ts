import { expect, it } from 'vitest'
import { createTurns } from '#account/limits/turns.ts'

const all = (turns: { next(): string | undefined }): readonly string[] => {
  const next = turns.next()
  return next === undefined ? [] : [next, ...all(turns)]
}

it('shares take turns, each in its own order', () => {
  const turns = createTurns<string>(10)
  for (const one of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) turns.add(one.charAt(0), one)
  expect(all(turns)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
})

it('a full queue refuses an entry of its largest share, and replaces that share’s last entry by one of a smaller share', () => {
  const turns = createTurns<string>(4)
  for (const one of ['a1', 'a2', 'a3', 'a4']) expect(turns.add('a', one)).toBeUndefined()
  expect(turns.add('a', 'a5')).toBe('a5')
  expect(turns.add('b', 'b1')).toBe('a4')
  expect(turns.add('b', 'b2')).toBe('a3')
  expect(turns.add('b', 'b3')).toBe('b3')
  expect(all(turns)).toEqual(['a1', 'b1', 'a2', 'b2'])
})
