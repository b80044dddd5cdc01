import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { idlePrefix } from '#cli/serve/idle-command.ts'
import { runYielding } from '#cli/serve/yielding-process.ts'
import { runsAll } from '../support/amount.ts'

const signal = new AbortController().signal
const printAndFail = "console.log('out'); console.error('x'.repeat(3000) + 'end'); process.exitCode = 3"

it.each([true, false])(
  'a yielding process gives what it printed, and its exit code (idle task: %s)',
  async (isIdleTask) => {
    const { stdout, stderr, code } = await runYielding([process.execPath, '-e', printAndFail], { signal, isIdleTask })
    expect([stdout, stderr.slice(-4), stderr.length, code]).toEqual(['out\n', 'end\n', 2000, 3])
  },
)

it.runIf(runsAll)(
  'an idle task that gets nothing of the cores is killed and runs again as no idle task, once',
  async () => {
    if ((await idlePrefix()).length === 0) return
    const folder = mkdtempSync(join(tmpdir(), 'riftline-yielding-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    // The first run waits for ever, the second finds its mark and ends.
    const mark = JSON.stringify(join(folder, 'mark'))
    const script = `const fs = require('fs'); if (fs.existsSync(${mark})) console.log('again'); else { fs.writeFileSync(${mark}, ''); setInterval(() => {}, 1e9) }`
    const looks: (() => void)[] = []
    const timers = {
      every(_ms: number, look: () => void) {
        looks.push(look)
        return () => {}
      },
    }
    const readTime = () => ({ ranMs: 0, waitedMs: existsSync(join(folder, 'mark')) ? 1e6 : 0 })
    const running = runYielding([process.execPath, '-e', script], { signal, isIdleTask: true, timers, readTime })
    await expect.poll(() => existsSync(join(folder, 'mark')), { timeout: 60_000 }).toBe(true)
    looks[0]!()
    expect(await running).toEqual({ stdout: 'again\n', stderr: '', code: 0 })
    looks[1]!()
    expect(looks.length).toBe(2)
  },
)

it('a yielding process ends with the signal of who runs it', async () => {
  const controller = new AbortController()
  const running = runYielding([process.execPath, '-e', 'setInterval(() => {}, 1e9)'], {
    signal: controller.signal,
    isIdleTask: false,
  })
  controller.abort()
  await expect(running).rejects.toThrow('aborted')
})
