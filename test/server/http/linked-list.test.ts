import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { LinkedList } from '#server/http/defence/linked-list.ts'
import { runsAll } from '../../support/amount.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (options?: { type: 'minor' }) => void

const values = (list: LinkedList<{ name: number }>): number[] => {
  const found: number[] = []
  for (let link = list.first; link !== null; link = link.after) found.push(link.value!.name)
  return found
}

describe('a linked list', () => {
  it('a linked list keeps its order whoever leaves: first, last or between', () => {
    const list = new LinkedList<{ name: number }>()
    const [one, two, three, four] = [1, 2, 3, 4].map((name) => list.add({ name }))
    list.remove(two!)
    expect(values(list)).toEqual([1, 3, 4])
    list.remove(four!)
    list.remove(one!)
    list.add({ name: 5 })
    expect(values(list)).toEqual([3, 5])
    list.remove(list.first!)
    list.remove(list.first!)
    expect(list.first).toBeNull()
    expect(three!.value).toBeNull()
    list.add({ name: 6 })
    expect(values(list)).toEqual([6])
  })

  it('a linked list tells whether a value was still in it', () => {
    const list = new LinkedList<{ name: number }>()
    const link = list.add({ name: 1 })
    expect([list.remove(link), list.remove(link)]).toEqual([true, false])
  })

  it.runIf(runsAll)('a linked list that is old does not make old what went through it', () => {
    const list = new LinkedList<{ payload: number[] }>()
    list.add({ payload: [] })
    collect()
    collect()
    const before = oldBytes()
    for (let round = 0; round < 40; round++) {
      for (let i = 0; i < 1000; i++) list.remove(list.add({ payload: new Array(100).fill(0.5) }))
      collect({ type: 'minor' })
    }
    // Thirty-two megabytes went through it; through a Set, two of them stay.
    expect(oldBytes() - before).toBeLessThan(1e6)
  })
})

function oldBytes(): number {
  const spaces = getHeapSpaceStatistics().filter(({ space_name }) => space_name.startsWith('old'))
  return spaces.reduce((sum, { space_used_size }) => sum + space_used_size, 0)
}
