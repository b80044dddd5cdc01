import { expect, it } from 'vitest'
import { folders, readSource } from './workspace.ts'

const files = folders.flatMap(readSource).filter(({ path }) => !path.endsWith('.generated.ts'))
const lengths = files.map(({ text }) => text.trimEnd().split('\n').length).sort((a, b) => a - b)
const share = (part: number): number => lengths[Math.ceil(part * lengths.length) - 1] ?? 0

it('no source file is longer than 300 lines', () => {
  expect(files.filter(({ text }) => text.trimEnd().split('\n').length > 300).map(({ path }) => path)).toEqual([])
})

it('half of the source files have at most 80 lines, nine in ten at most 200', () => {
  expect(share(0.5)).toBeLessThanOrEqual(80)
  expect(share(0.9)).toBeLessThanOrEqual(200)
})
