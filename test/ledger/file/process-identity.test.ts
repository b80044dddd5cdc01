import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { systemProcesses } from '#ledger/file/process-identity.ts'

const { self, isAlive } = systemProcesses

it.runIf(process.platform === 'linux')(
  'the identity of a process has the boot of its machine, its PID namespace and its start',
  () => {
    expect(self).toMatchObject({
      boot: readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(),
      pidNamespace: expect.stringMatching(/^pid:\[\d+\]$/),
      start: expect.stringMatching(/^\d+$/),
    })
  },
)

it('isAlive finds a process by its id and start, and not by another start', () => {
  expect(isAlive(self.pid, self.start)).toBe(true)
  expect(isAlive(self.pid, `${self.start}0`)).toBe(false)
})

it.skipIf(process.platform !== 'linux')('isAlive is false for a zombie process', async () => {
  // The shell becomes `sleep`, which never waits for the killed child; a shell might.
  const parent = spawn('/bin/sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    const [line] = (await once(parent.stdout, 'data')) as [Buffer]
    const pid = Number(line.toString())
    while (readFileSync(`/proc/${parent.pid}/comm`, 'utf8') !== 'sleep\n') await new Promise(setImmediate)
    process.kill(pid, 'SIGKILL')
    const stat = () =>
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')
    while (stat()[0] !== 'Z') await new Promise(setImmediate)
    expect(isAlive(pid, stat()[19] ?? '')).toBe(false)
  } finally {
    parent.kill('SIGKILL')
  }
})
