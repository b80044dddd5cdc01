import { parseGraded, writeGraded } from '@riftline/record'
import { describe, expect, it } from 'vitest'
import { inventedRecord } from './invented-record.ts'

describe('graded.json', () => {
  it('graded series survive their file bit for bit', () => {
    const graded = inventedRecord({ count: 40, seed: 1 })
    expect(parseGraded('graded.json', writeGraded(graded))).toEqual(graded)
  })

  it('a file of another format or version, or with a chance above 1, is refused', () => {
    expect(() => parseGraded('graded.json', '{"format":"x","series":[]}')).toThrow(/graded\.json/)
    const graded = inventedRecord({ count: 2, seed: 1 })
    const older = writeGraded(graded).replace('"formatVersion":5', '"formatVersion":4')
    expect(() => parseGraded('graded.json', older)).toThrow(/formatVersion.*got 4/)
    const [first, second] = graded
    const wrong = writeGraded([first!, { ...second!, baselines: { elo: 1.5, glicko2: 0.5 } }])
    expect(() => parseGraded('graded.json', wrong)).toThrow(/\$\.series\[1\]\[13\]\[0\]/)
  })
})
