import { scryptSync } from 'node:crypto'
import { systemRandomBytes } from '@riftline/base/node'
import { expect, it } from 'vitest'
import {
  createPasswordHasher,
  parsePasswordText,
  passwordCost,
  type ScryptTask,
} from '#account/people/password-hasher.ts'
import { createFakeTimers } from '../../ledger/simulated-disk/timers.ts'
import { until } from '../../support/server.ts'

const randomBytes = systemRandomBytes
const cost = { log2N: 10, r: 8, p: 1 }
const quick = createPasswordHasher({ randomBytes, cost })
const hashOf = ({ password, salt, cost: { log2N, r, p } }: ScryptTask): Uint8Array =>
  scryptSync(password, salt, 32, { N: 2 ** log2N, r, p })

it('a password is stored as scrypt hashes it, with 16 random bytes of salt', async () => {
  const text = await quick.hash('correct horse')
  const [name, log2N, r, p, salt = '', hash] = text.split('$')
  expect([name, log2N, r, p]).toEqual(['scrypt', '10', '8', '1'])
  expect(
    scryptSync('correct horse', Buffer.from(salt, 'base64url'), 32, { N: 1024, r: 8, p: 1 }).toString('base64url'),
  ).toBe(hash)
  expect(await quick.hash('correct horse')).not.toBe(text)
})

it('hashing a new password takes 128 MiB', async () => {
  const tasks: ScryptTask[] = []
  const runScrypt = async (task: ScryptTask): Promise<Uint8Array> => {
    tasks.push(task)
    return new Uint8Array(32)
  }
  const hasher = createPasswordHasher({ randomBytes, runScrypt })
  expect(await hasher.hash('x')).toMatch(/^scrypt\$17\$8\$1\$[\w-]{22}\$A{43}$/)
  expect(await hasher.verify('x', null)).toBe(false)
  expect(tasks.map((task) => task.cost)).toEqual([passwordCost, passwordCost])
})

it('a network that fills the queue of hashes loses a place to another network, which is served in its turn', async () => {
  const order: string[] = []
  const ends: (() => void)[] = []
  const hasher = createPasswordHasher({
    randomBytes,
    cost,
    async runScrypt(task) {
      order.push(task.password)
      await new Promise<void>((end) => ends.push(end))
      return hashOf(task)
    },
  })
  const many = Array.from({ length: 22 }, (_, i) => hasher.hash(`many ${i}`, 'one network'))
  const gaveWay = many[21]!.catch(({ code }) => code)
  const other = hasher.hash('other', 'another network')
  expect(await gaveWay).toBe('too_busy')
  await expect(hasher.hash('more', 'one network')).rejects.toMatchObject({ code: 'too_busy' })
  for (const done of [1, 2]) {
    ends.shift()!()
    await until(() => order.length === 2 + done)
  }
  expect(order).toEqual(['many 0', 'many 1', 'many 2', 'other'])
  while (ends.length > 0 || order.length < 22) {
    ends.shift()?.()
    await new Promise(setImmediate)
  }
  expect(await other).toMatch(/^scrypt/)
  await Promise.all(many.slice(0, 21))
})

it('a hash stored by an earlier version is verified', async () => {
  const stored = 'scrypt$10$8$1$AAECAwQFBgcICQoLDA0ODw$nfkj3u1fRTHCea-fVr03sWV770kp5wLOLoEakziKhqE'
  expect(await quick.verify('correct horse', stored)).toBe(true)
  expect(await quick.verify('correct hors', stored)).toBe(false)
})

it('the right password is accepted; another one, other capitals or another space are refused', async () => {
  const text = await quick.hash('Größe 💡 ')
  expect(await quick.verify('Größe 💡 ', text)).toBe(true)
  for (const wrong of ['größe 💡 ', 'Größe 💡', 'Gro\u0308ße 💡 ', ''])
    expect(await quick.verify(wrong, text)).toBe(false)
})

it('verifying without a stored password does the same work and gives false', async () => {
  expect(await quick.verify('x', null)).toBe(false)
})

it.each([
  'scrypt$9$8$1$',
  'scrypt$21$8$1$',
  'scrypt$18$8$1$',
  'scrypt$17$0$1$',
  'scrypt$17$16$1$',
  'scrypt$17$8$0$',
  'scrypt$17$8$5$',
  'scrypt$1e1$8$1$',
  'bcrypt$17$8$1$',
])('a stored hash with the parameters %s is refused', async (head) => {
  const text = `${head}${'s'.repeat(22)}$${'h'.repeat(43)}`
  expect(parsePasswordText(text)).toBeNull()
  await expect(quick.verify('x', text)).rejects.toMatchObject({ code: 'people_unusable' })
})

it('a stored hash in another format is refused', () => {
  const [salt, hash] = ['s'.repeat(22), 'h'.repeat(43)]
  expect(parsePasswordText(`scrypt$17$8$1$${salt}$${hash}`)).not.toBeNull()
  for (const text of [
    '',
    `scrypt$17$8$1$${salt}`,
    `scrypt$17$8$1$${salt}$${hash}$`,
    `scrypt$17$8$1$${salt}$${hash}\n`,
    `scrypt$17$8$1$$${hash}`,
  ])
    expect(parsePasswordText(text)).toBeNull()
})

it('two passwords are hashed at once, twenty wait in order, and the next is refused at once', async () => {
  const running: { readonly password: string; end(): void }[] = []
  const runScrypt = ({ password }: ScryptTask): Promise<Uint8Array> =>
    new Promise((resolve) => running.push({ password, end: () => resolve(new Uint8Array(32)) }))
  const hasher = createPasswordHasher({ randomBytes, runScrypt })
  const ended: number[] = []
  const all = Array.from({ length: 22 }, (_, index) => hasher.hash(String(index)).then(() => ended.push(index)))
  await expect(hasher.verify('one more', null)).rejects.toMatchObject({ code: 'too_busy' })
  for (let index = 0; index < 22; index += 1) {
    await until(() => running.length > index)
    expect(running.length).toBeLessThanOrEqual(index + 2)
    running[index]!.end()
    await until(() => ended.length > index)
  }
  await Promise.all(all)
  expect(ended).toEqual(Array.from({ length: 22 }, (_, index) => index))
  expect(running.map(({ password }) => password)).toEqual(ended.map(String))
})

it('a hash that fails rejects its own call, and the next is served', async () => {
  let calls = 0
  const runScrypt = async (task: ScryptTask): Promise<Uint8Array> => {
    calls += 1
    if (calls === 1) throw new Error('out of memory')
    return hashOf(task)
  }
  const hasher = createPasswordHasher({ randomBytes, runScrypt, cost })
  await expect(hasher.hash('a')).rejects.toThrow('out of memory')
  const text = await hasher.hash('a')
  expect(await hasher.verify('a', text)).toBe(true)
})

it('a hash that is not ready after twenty seconds is refused, and its place serves the next once it has ended', async () => {
  const release: (() => void)[] = []
  const runScrypt = (task: ScryptTask): Promise<Uint8Array> =>
    new Promise((resolve) => release.push(() => resolve(hashOf(task))))
  const timers = createFakeTimers()
  const hasher = createPasswordHasher({ randomBytes, timers, runScrypt, cost })
  const late = hasher.hash('a')
  expect(timers.waiting()).toEqual([20_000])
  timers.fire()
  await expect(late).rejects.toMatchObject({ code: 'too_busy' })
  release.shift()?.()
  const next = hasher.hash('b')
  await until(() => release.length === 1)
  release.shift()?.()
  expect(await next).toMatch(/^scrypt/)
  expect(timers.waiting()).toEqual([])
})
