import { scryptSync } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { systemRandomBytes } from '@riftline/base/node'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHashThread, type HashThread } from '#account/people/hash-thread.ts'
import { createPasswordHasher } from '#account/people/password-hasher.ts'
import { parsePasswordText, passwordCost } from '#account/people/password-text.ts'
import { hashNow, type ScryptTask } from '#account/people/scrypt.ts'
import { createFakeTimers } from '../../ledger/simulated-disk/timers.ts'
import { runsAll } from '../../support/amount.ts'
import { until } from '../../support/server.ts'

const randomBytes = systemRandomBytes
const cost = { log2N: 10, r: 8, p: 1 }
const quick = createPasswordHasher({ randomBytes, cost })

it('a password is kept as scrypt says, with 16 random bytes of salt', async () => {
  const text = await quick.hash('correct horse')
  const [name, log2N, r, p, salt = '', hash] = text.split('$')
  expect([name, log2N, r, p]).toEqual(['scrypt', '10', '8', '1'])
  expect(
    scryptSync('correct horse', Buffer.from(salt, 'base64url'), 32, { N: 1024, r: 8, p: 1 }).toString('base64url'),
  ).toBe(hash)
  expect(await quick.hash('correct horse')).not.toBe(text)
})

it('a new password costs 128 MiB', async () => {
  const tasks: ScryptTask[] = []
  const createThread = (): HashThread => ({
    async hash(task) {
      tasks.push(task)
      return new Uint8Array(32)
    },
    close: async () => {},
  })
  const hasher = createPasswordHasher({ randomBytes, createThread })
  expect(await hasher.hash('x')).toMatch(/^scrypt\$17\$8\$1\$[\w-]{22}\$A{43}$/)
  expect(await hasher.verify('x', null)).toBe(false)
  expect(tasks.map((task) => task.cost)).toEqual([passwordCost, passwordCost])
})

it('the right password fits, another one, another case or a space more does not', async () => {
  const text = await quick.hash('Größe 💡 ')
  expect(await quick.verify('Größe 💡 ', text)).toBe(true)
  for (const wrong of ['größe 💡 ', 'Größe 💡', 'Gro\u0308ße 💡 ', ''])
    expect(await quick.verify(wrong, text)).toBe(false)
})

it('where no password is kept, as much is done and the answer is no', async () => {
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
])('a cost of %s is refused', async (head) => {
  const text = `${head}${'s'.repeat(22)}$${'h'.repeat(43)}`
  expect(parsePasswordText(text)).toBeNull()
  await expect(quick.verify('x', text)).rejects.toMatchObject({ code: 'people_unusable' })
})

it('a text of another form is refused', () => {
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
  const createThread = (): HashThread => ({
    hash: ({ password }) =>
      new Promise((resolve) => running.push({ password, end: () => resolve(new Uint8Array(32)) })),
    close: async () => {},
  })
  const hasher = createPasswordHasher({ randomBytes, createThread })
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

it('a thread that fails is told to whoever waits, and the next is served', async () => {
  let calls = 0
  const createThread = (): HashThread => ({
    async hash(task) {
      calls += 1
      if (calls === 1) throw new Error('out of memory')
      return hashNow(task)
    },
    close: async () => {},
  })
  const hasher = createPasswordHasher({ randomBytes, createThread, cost })
  await expect(hasher.hash('a')).rejects.toThrow('out of memory')
  const text = await hasher.hash('a')
  expect(await hasher.verify('a', text)).toBe(true)
})

it('a hash that is not ready after twenty seconds is refused, and the thread serves the next when it is free', async () => {
  const release: (() => void)[] = []
  const createThread = (): HashThread => ({
    hash: (task) => new Promise((resolve) => release.push(() => resolve(hashNow(task)))),
    close: async () => {},
  })
  const timers = createFakeTimers()
  const hasher = createPasswordHasher({ randomBytes, timers, createThread, cost })
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

/** Of every thread of this process: field 19 of its `stat`. */
function nicenessOfThreads(): readonly number[] {
  return readdirSync('/proc/self/task').flatMap((thread) => {
    try {
      const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')
      return [Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])]
    } catch {
      // It ended meanwhile.
      return []
    }
  })
}

describe('the thread of passwords', () => {
  const source = new URL('../../../packages/account/src/people/hash-worker.ts', import.meta.url)
  const task: ScryptTask = { password: 'correct horse', salt: new Uint8Array(16), cost }
  const expected = Buffer.from(hashNow(task)).toString('hex')
  let folder: string
  let script: URL
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'riftline-hash-'))
    const outfile = join(folder, 'hash-worker.mjs')
    const conditions = ['@riftline/source']
    const options = { bundle: true, format: 'esm', platform: 'node', conditions, logLevel: 'silent' } as const
    await build({ entryPoints: [source.pathname], outfile, ...options })
    script = pathToFileURL(outfile)
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const hex = async (hash: Promise<Uint8Array>) => Buffer.from(await hash).toString('hex')

  it('the thread of passwords hashes from the built file, and where it cannot start the pool does', async () => {
    const built = createHashThread({ timers: createFakeTimers(), script })
    const loaded = createHashThread({ timers: createFakeTimers(), script: source })
    expect(await hex(built.hash(task))).toBe(expected)
    expect(await hex(built.hash(task))).toBe(expected)
    expect(await hex(loaded.hash(task))).toBe(expected)
    await built.close()
    await loaded.close()
  })

  it.runIf(process.platform === 'linux')(
    'the thread of passwords beside a busy server has the lowest priority, ends when it was idle, and starts again',
    async () => {
      const before = getPriority()
      const behind = () => nicenessOfThreads().filter((niceness) => niceness !== before)
      const timers = createFakeTimers()
      const thread = createHashThread({ timers, script, isBusy: () => true })
      const unrelated = behind().length
      await thread.hash(task)
      await until(() => behind().length === unrelated + 1)
      expect(behind()).toContain(19)
      expect(timers.waiting()).toEqual([10_000])
      timers.fire()
      await until(() => behind().length === unrelated)
      expect(await hex(thread.hash(task))).toBe(expected)
      await thread.close()
      await until(() => behind().length === unrelated)
    },
  )

  it.runIf(process.platform === 'linux' && runsAll)(
    'the thread of passwords beside a server at rest has the priority of others, also after it was an idle task',
    async () => {
      const before = getPriority()
      const behind = () => nicenessOfThreads().filter((niceness) => niceness !== before).length
      const unrelated = behind()
      let isBusy = false
      const thread = createHashThread({ timers: createFakeTimers(), script, isBusy: () => isBusy })
      await thread.hash(task)
      expect(behind()).toBe(unrelated)
      isBusy = true
      await thread.hash(task)
      expect(behind()).toBe(unrelated + 1)
      isBusy = false
      expect(await hex(thread.hash(task))).toBe(expected)
      await until(() => behind() === unrelated)
      await thread.close()
    },
  )

  it.runIf(runsAll)(
    'where an idle task does not come to its turn for ten seconds the pool hashes, and the next minute knows no idle tasks',
    async () => {
      const timers = createFakeTimers()
      const thread = createHashThread({ timers, script, isBusy: () => true })
      const slow = { ...task, cost: { ...cost, log2N: 17 } }
      const late = thread.hash(slow)
      expect(timers.waiting()).toEqual([10_000])
      timers.fire()
      expect(timers.waiting()).toEqual([60_000])
      expect(await hex(late)).toBe(Buffer.from(hashNow(slow)).toString('hex'))
      const next = thread.hash(task)
      expect(timers.waiting()).toEqual([60_000])
      expect(await hex(next)).toBe(expected)
      expect(timers.waiting()).toEqual([60_000, 10_000])
      await thread.close()
    },
  )

  it('a thread of passwords that dies is told to whoever waits, and another serves the next', async () => {
    const thread = createHashThread({ timers: createFakeTimers(), script })
    const wrong = { ...task, cost: { ...cost, log2N: 25 } }
    await expect(thread.hash(wrong)).rejects.toThrow()
    expect(await hex(thread.hash(task))).toBe(expected)
    await thread.close()
  })
})
