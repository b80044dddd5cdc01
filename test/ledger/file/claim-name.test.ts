import { expect, it } from 'vitest'
import { toSocketName } from '#ledger/file/lock.ts'

it('the name of a socket has a hash in place of a path that is too long for it', () => {
  expect(toSocketName('/short')).toBe('\0riftline-ledger:/short')
  const [a, b] = ['a', 'b'].map((end) => toSocketName(`/${'x'.repeat(200)}/${end}`))
  expect(a).not.toBe(b)
  expect(a?.length).toBeLessThan(108)
})
