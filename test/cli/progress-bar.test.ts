import { expect, it } from 'vitest'
import { createProgressBar } from '#cli/sync/read-sources.ts'

it('a bar over two sources shows the progress of both, redraws itself, and leaves nothing behind', () => {
  let screen = ''
  const bar = createProgressBar(['leaguepedia', 'lolesports'], (text) => {
    screen += text
  })
  bar.update('leaguepedia', { done: 1, of: 4 })
  bar.update('leaguepedia', { done: 4, of: 4 })
  bar.update('lolesports', { done: 1, of: 2 })
  bar.clear()
  const lines = screen.split('\r')
  expect(lines.slice(1, 4)).toEqual([
    '[###                     ] 12 %  leaguepedia 1/4',
    '[############            ] 50 %  leaguepedia 4/4',
    '[##################      ] 75 %  leaguepedia 4/4  lolesports 1/2',
  ])
  expect(lines[4]!.trim()).toBe('')
  expect(lines[4]).toHaveLength(lines[3]!.length)
  expect(lines[5]).toBe('')
})

it('a bar that was never drawn leaves the terminal alone', () => {
  let screen = ''
  createProgressBar(['leaguepedia'], (text) => {
    screen += text
  }).clear()
  expect(screen).toBe('')
})
