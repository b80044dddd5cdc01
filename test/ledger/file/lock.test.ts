import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { nodeFs } from '#base/node/node-fs.ts'
import { type LockOptions, takeLock } from '#ledger/file/lock.ts'
import { clearUnfinished, fence, type Lock } from '#ledger/file/lock-file.ts'
import { type Processes, systemProcesses } from '#ledger/file/process-identity.ts'
import { amount } from '../../support/amount.ts'
import { onPlatform } from '../../support/platform.ts'
import { startOfProcess } from '../../support/process-start.ts'
import { createFakeTimers, type FakeTimers } from '../simulated-disk/timers.ts'

let data: string
let folder: string
let timers: FakeTimers
let waited: number
let held: Lock[]
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'riftline-lock-'))
  folder = join(data, 'ledger')
  mkdirSync(folder, { mode: 0o700 })
  timers = createFakeTimers()
  waited = 0
  held = []
})
afterEach(async () => {
  for (const lock of held) await lock.release()
  rmSync(data, { recursive: true, force: true })
})

const path = () => join(folder, 'LOCK')
const content = () => readFileSync(path(), 'utf8')
const refusal = () => ({ code: 'data_folder_locked', message: `another server holds the data folder ${data}` })
const elsewhere = () => ({
  code: 'data_folder_locked',
  message: `the data folder ${data} is held by a server in another container`,
})

async function take(options: Partial<LockOptions> = {}): Promise<Lock> {
  const wait = async (milliseconds: number): Promise<void> => {
    waited += milliseconds
  }
  const lock = await takeLock({
    fs: nodeFs,
    folder,
    dataFolder: data,
    timers: { ...timers, wait },
    randomBytes,
    ...options,
  })
  held.push(lock)
  return lock
}

/** A process in a container of its own, which sees neither sockets nor processes of others. */
function container(pidNamespace: string): Pick<LockOptions, 'processes' | 'claim'> {
  const self = { ...systemProcesses.self, pid: 1, pidNamespace }
  const processes: Processes = { self, isAlive: () => false, held: new Set() }
  return { processes, claim: async () => async () => {} }
}

const turns = () => new Promise<void>((resolve) => setImmediate(resolve))

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await turns()
}

/** Lets time pass until the holder of a lock has beaten and the disk has written it. */
async function beats(): Promise<void> {
  const before = content()
  timers.fire()
  for (let calls = 0; calls < 20 && content() === before; calls += 1) await nodeFs.list(folder)
}

describe('the lock', () => {
  it('the lock file names its holder', async () => {
    const lock = await take()
    await lock.note(7)
    const { self } = systemProcesses
    expect(JSON.parse(content())).toEqual({
      ...self,
      token: expect.stringMatching(/^[0-9a-f]{32}$/),
      beat: expect.stringMatching(/^\d{12}$/),
      epoch: 7,
    })
    expect(self.pid).toBe(process.pid)
    expect(statSync(path()).mode & 0o777).toBe(0o600)
    await expect(take()).rejects.toMatchObject(refusal())
    await lock.release()
    expect(readdirSync(folder)).toEqual([])
    await (await take()).release()
    expect(waited).toBe(0)
  })

  it('the lock is the same under every path of the folder', async () => {
    await take()
    const otherName = `${data}/../${data.split('/').at(-1)}`
    await expect(take({ dataFolder: otherName })).rejects.toMatchObject({ code: 'data_folder_locked' })
  })

  it('the holder of the lock beats twice a second', async () => {
    const periods: number[] = []
    const every: FakeTimers['every'] = (milliseconds, act) => {
      periods.push(milliseconds)
      return timers.every(milliseconds, act)
    }
    await take({ timers: { ...timers, every } })
    expect(periods).toEqual([500])
    const [before, { ino }] = [content(), statSync(path())]
    timers.fire()
    await until(() => content() !== before)
    expect(content().length).toBe(before.length)
    expect(statSync(path()).ino).toBe(ino)
  })

  const here = systemProcesses.self
  it.each([
    ['a process that is gone', { ...here, pid: 2 ** 22 + 1, start: '1' }],
    ['an earlier process with this process id', { ...here, start: '1' }],
    ['a process with this process id and start', here],
    ['a process whose id another process has now', { ...here, pid: process.ppid, start: '1' }],
  ])('a lock left in this namespace by %s is taken at once', async (_name, holder) => {
    writeFileSync(path(), JSON.stringify({ token: 'old', ...holder }))
    const lock = await take()
    await lock.settle()
    expect(waited).toBe(0)
    expect(readdirSync(folder)).toEqual(['LOCK'])
  })

  it.each([
    ['a server of 0.1.0', JSON.stringify({ pid: process.pid, start: here.start, epoch: 4 })],
    ['another boot', JSON.stringify({ ...here, boot: 'another' })],
    ['another namespace', JSON.stringify({ ...here, pidNamespace: 'pid:[1]' })],
    [
      'a process that knew neither its boot nor its namespace',
      JSON.stringify({ ...here, boot: null, pidNamespace: null }),
    ],
    ['an unknown process', ''],
    ['a power cut', '\0'.repeat(200)],
    ['a writer of half a line', '{"token":"ab'],
    ['a writer of another format', '"mine"'],
  ])('a lock left by %s is taken when no beat comes, after its holder has had time to notice', async (_name, text) => {
    writeFileSync(path(), text)
    const lock = await take()
    expect(waited).toBe(2500)
    await lock.settle()
    expect(waited).toBe(5000)
  })

  it('the lock of a living process is refused at once, even if its socket cannot be seen', async () => {
    writeFileSync(path(), JSON.stringify({ ...here, pid: process.ppid, start: startOfProcess(process.ppid) }))
    const before = content()
    await expect(take()).rejects.toMatchObject(refusal())
    expect([waited, content()]).toEqual([0, before])
  })

  it('the lock is refused to a second store of the same process that does not see the socket', async () => {
    await take()
    await expect(take({ claim: async () => async () => {} })).rejects.toMatchObject(refusal())
  })

  it('the lock of a server in another container is refused when a beat comes', async () => {
    await take(container('pid:[1]'))
    let slices = 0
    const wait = async (): Promise<void> => {
      slices += 1
      if (slices === 2) await beats()
    }
    await expect(take({ ...container('pid:[2]'), timers: { ...timers, wait } })).rejects.toMatchObject(elsewhere())
    expect(slices).toBe(2)
    expect(readdirSync(folder)).toEqual(['LOCK'])
    expect(JSON.parse(content())).toMatchObject({ pidNamespace: 'pid:[1]' })
  })

  it('a lock that is released while another process watches it is taken by that process', async () => {
    const first = await take(container('pid:[1]'))
    let slices = 0
    const wait = async (): Promise<void> => {
      slices += 1
      await first.release()
    }
    const second = await take({ ...container('pid:[2]'), timers: { ...timers, wait } })
    await second.settle()
    expect(slices).toBe(1)
  })

  it('a lock that is released while a start reads it is taken by that start', async () => {
    const first = await take(container('pid:[1]'))
    const fs: typeof nodeFs = {
      ...nodeFs,
      async read(...part) {
        await first.release()
        return nodeFs.read(...part)
      },
    }
    await take({ ...container('pid:[2]'), fs })
    expect(waited).toBe(0)
    expect(JSON.parse(content())).toMatchObject({ pidNamespace: 'pid:[2]' })
  })

  it.each([
    ['was taken over', () => take(container('pid:[2]')), /has taken over/],
    ['was removed', async () => rmSync(path()), /has taken over/],
    ['was written over', async () => writeFileSync(path(), JSON.stringify({ token: 'other' })), /somebody has written/],
  ])(
    'a lock that %s is lost: its former holder is told, stops beating and removes nothing',
    async (_name, act, reason) => {
      const first = await take(container('pid:[1]'))
      await first.look()
      await act()
      await expect(first.look()).rejects.toThrow(reason)
      const before = existsSync(path()) ? content() : null
      const lost: unknown[] = []
      first.watch((cause) => lost.push(cause))
      timers.fire()
      await until(() => lost.length > 0)
      expect(String(lost)).toMatch(reason)
      await first.release()
      if (before === null) expect(existsSync(path())).toBe(false)
      else expect(JSON.parse(content()).token).toBe(JSON.parse(before).token)
    },
  )

  it('a lock that is lost before its first listener is reported to that listener', async () => {
    const lock = await take()
    rmSync(path())
    timers.fire()
    await nodeFs.list(folder)
    const lost: unknown[] = []
    lock.watch((cause) => lost.push(cause))
    expect(String(lost)).toMatch(/has taken over/)
  })

  it('a start that loses the lock while it waits is refused', async () => {
    writeFileSync(path(), '')
    const first = await take(container('pid:[1]'))
    await take(container('pid:[2]'))
    await expect(first.settle()).rejects.toThrow(/has taken over/)
  })

  it('one of several processes that find a lock without a beat gets it', async () => {
    for (let round = 0; round < amount(4, 50); round += 1) {
      writeFileSync(path(), '')
      const start = async (name: string): Promise<Lock> => {
        const lock = await take({ ...container(name), timers: { ...timers, wait: beats } })
        await clearUnfinished(fence(nodeFs, lock.look), folder)
        await lock.settle()
        return lock
      }
      const outcomes = await Promise.allSettled([start('pid:[1]'), start('pid:[2]'), start('pid:[3]')])
      expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBe(1)
      for (const lock of held.splice(0)) await lock.release()
      expect(readdirSync(folder)).toEqual([])
    }
  })

  it('a start that was suspended right before taking the lock is refused when another process has it by then', async () => {
    writeFileSync(path(), '')
    let other: Lock | undefined
    const fs: typeof nodeFs = {
      ...nodeFs,
      async rename(from, to) {
        other = await take(container('pid:[2]'))
        await clearUnfinished(fence(nodeFs, other.look), folder)
        await nodeFs.rename(from, to)
      },
    }
    const wait = async (): Promise<void> => {
      if (other !== undefined) await beats()
    }
    await expect(take({ ...container('pid:[1]'), fs, timers: { ...timers, wait } })).rejects.toMatchObject(elsewhere())
    await other?.look()
  })

  it('a start that finds no lock is refused when another process creates it first', async () => {
    let other: Lock | undefined
    const fs: typeof nodeFs = {
      ...nodeFs,
      async open(name, how) {
        other ??= await take(container('pid:[2]'))
        return nodeFs.open(name, how)
      },
    }
    const wait = { ...timers, wait: beats }
    await expect(take({ ...container('pid:[1]'), fs, timers: wait })).rejects.toMatchObject(elsewhere())
    await other?.look()
  })

  it.each(['open', 'rename'] as const)('a start fails with the error of a disk that refuses to %s', async (call) => {
    if (call === 'rename') writeFileSync(path(), '')
    const fs = { ...nodeFs, [call]: () => Promise.reject(new Error('EIO')) }
    const before = readdirSync(folder)
    await expect(take({ fs })).rejects.toThrow('EIO')
    expect(readdirSync(folder)).toEqual(before)
    await take()
  })

  it('a start fails with the error of a system that refuses the socket', async () => {
    const listening = vi.spyOn(Server.prototype, 'listen').mockImplementation(function (this: Server) {
      this.emit('error', Object.assign(new Error('too many open files'), { code: 'EMFILE' }))
      return this
    })
    await expect(take()).rejects.toThrow('too many open files')
    listening.mockRestore()
    expect(readdirSync(folder)).toEqual([])
  })

  it('the lock file alone refuses a second server on a system without abstract sockets', async () => {
    await onPlatform('darwin', async () => {
      await take()
      await expect(take()).rejects.toMatchObject(refusal())
    })
  })

  it('the lock of a killed process is free at once', async () => {
    const script = join(data, 'holder.mjs')
    const source = (name: string) => JSON.stringify(new URL(`../../../packages/${name}.ts`, import.meta.url).pathname)
    await build({
      stdin: {
        contents: `import { randomBytes } from 'node:crypto'
          import { takeLock } from ${source('ledger/src/file/lock')}
          import { nodeFs } from ${source('base/src/node/node-fs')}
          import { systemTimers } from ${source('base/src/node/clock')}
          const [folder, dataFolder] = ${JSON.stringify([folder, data])}
          await takeLock({ fs: nodeFs, folder, dataFolder, timers: systemTimers, randomBytes })
          process.stdout.write('held')
          setInterval(() => {}, 1000)`,
        resolveDir: '/',
      },
      outfile: script,
      bundle: true,
      format: 'esm',
      platform: 'node',
      conditions: ['@riftline/source'],
      nodePaths: [new URL('../../../node_modules', import.meta.url).pathname],
      logLevel: 'silent',
    })
    const holder = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(holder.stdout, 'data')
    await expect(take()).rejects.toMatchObject(refusal())
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    await take()
    expect(JSON.parse(content())).toMatchObject({ pid: process.pid })
    expect(waited).toBe(0)
  })
})
