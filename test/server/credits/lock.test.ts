import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { toSocketName } from '../../../packages/server/src/credits/file/claim-name.ts'
import { takeLock } from '../../../packages/server/src/credits/file/lock.ts'

let data: string
let folder: string
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'riftline-lock-'))
  folder = join(data, 'ledger')
  mkdirSync(folder, { mode: 0o700 })
})
afterEach(() => rmSync(data, { recursive: true, force: true }))

const refusal = () => ({
  code: 'data_folder_locked',
  message: `another server holds the data folder ${data}`,
})

describe('the lock', () => {
  test('is one writer’s alone and tells who that is', async () => {
    const lock = await takeLock(folder, data)
    await lock.note(7)
    expect(JSON.parse(readFileSync(join(folder, 'LOCK'), 'utf8'))).toMatchObject({ pid: process.pid, epoch: 7 })
    expect(statSync(join(folder, 'LOCK')).mode & 0o777).toBe(0o600)
    await expect(takeLock(folder, data)).rejects.toMatchObject(refusal())
    await lock.release()
    await (await takeLock(folder, data)).release()
  })

  test('is the same under every name of the folder', async () => {
    const lock = await takeLock(folder, data)
    await expect(takeLock(folder, `${data}/../${data.split('/').at(-1)}`)).rejects.toMatchObject({
      code: 'data_folder_locked',
    })
    await lock.release()
  })

  test.each([
    ['a process that is gone', JSON.stringify({ pid: 2 ** 22 + 1, start: '1' })],
    ['this process id in an earlier life', JSON.stringify({ pid: process.pid, start: '1' })],
    ['another process that has the id now', JSON.stringify({ pid: process.ppid, start: '1' })],
    ['nobody', ''],
  ])('left behind by %s is taken over', async (_name, content) => {
    writeFileSync(join(folder, 'LOCK'), content)
    await (await takeLock(folder, data)).release()
  })

  test('refuses where the lock file names a living process, even if its socket cannot be seen', async () => {
    const lock = await takeLock(folder, data)
    const content = readFileSync(join(folder, 'LOCK'))
    await lock.release()
    writeFileSync(join(folder, 'LOCK'), content)
    await expect(takeLock(folder, data)).rejects.toMatchObject(refusal())
    rmSync(join(folder, 'LOCK'))
    await (await takeLock(folder, data)).release()
  })

  test('hashes a path that a socket name would cut', () => {
    expect(toSocketName('/short')).toBe('\0riftline-ledger:/short')
    const [a, b] = ['a', 'b'].map((end) => toSocketName(`/${'x'.repeat(200)}/${end}`))
    expect(a).not.toBe(b)
    expect(a?.length).toBeLessThan(108)
  })

  test('of a process that was killed is free at once', async () => {
    const script = join(data, 'holder.mjs')
    const source = new URL('../../../packages/server/src/credits/file/lock.ts', import.meta.url).pathname
    await build({
      stdin: {
        contents: `import { takeLock } from ${JSON.stringify(source)}
          await takeLock(${JSON.stringify(folder)}, ${JSON.stringify(data)})
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
    await expect(takeLock(folder, data)).rejects.toMatchObject(refusal())
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    const lock = await takeLock(folder, data)
    expect(JSON.parse(readFileSync(join(folder, 'LOCK'), 'utf8'))).toMatchObject({ pid: process.pid })
    await lock.release()
  })
})
