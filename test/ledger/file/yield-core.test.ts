import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { becomeIdleTask } from '@riftline/ledger/file'
import { expect, it, onTestFinished } from 'vitest'

/** Field 41 of `proc_pid_stat(5)`: 5 is SCHED_IDLE. The second field may contain spaces, the others do not. */
function policyOf(thread: number): number {
  return Number(readFileSync(`/proc/${thread}/stat`, 'utf8').split(') ')[1]?.split(' ')[38])
}

async function startWaiting(): Promise<number> {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e9)'], { stdio: 'ignore' })
  onTestFinished(() => void child.kill())
  await once(child, 'spawn')
  return child.pid!
}

it.runIf(process.platform === 'linux')('an idle task runs only when no other wants the core', async () => {
  const thread = await startWaiting()
  becomeIdleTask(thread)
  expect(policyOf(thread)).toBe(5)
})

it.runIf(process.platform === 'linux')('without chrt an idle task has the lowest priority', async () => {
  const thread = await startWaiting()
  const { PATH } = process.env
  process.env.PATH = '/nowhere'
  try {
    becomeIdleTask(thread)
  } finally {
    process.env.PATH = PATH
  }
  expect([policyOf(thread), getPriority(thread)]).toEqual([0, 19])
})
