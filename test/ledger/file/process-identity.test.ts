import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { processesIn, systemProcesses } from '#ledger/file/process-identity.ts'
import { onPlatform } from '../../support/platform.ts'

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

it.runIf(process.platform === 'linux')(
  'a process without /proc has the start of its clock and no boot, and isAlive goes by ids',
  () => {
    const proc = mkdtempSync(join(tmpdir(), 'riftline-proc-'))
    const processes = processesIn(proc)
    const start = String(performance.timeOrigin)
    expect(processes.self).toEqual({ pid: process.pid, start, boot: null, pidNamespace: null })
    expect(processes.isAlive(process.pid, 'any')).toBe(true)
    expect(processes.isAlive(2 ** 22 + 1, 'any')).toBe(false)
    rmSync(proc, { recursive: true })
  },
)

it.runIf(process.platform === 'linux')('a /proc of another namespace tells the boot, but not the PID namespace', () => {
  const proc = mkdtempSync(join(tmpdir(), 'riftline-proc-'))
  mkdirSync(join(proc, 'sys/kernel/random'), { recursive: true })
  writeFileSync(join(proc, 'sys/kernel/random/boot_id'), 'boot\n')
  symlinkSync(`${process.pid}0`, join(proc, 'self'))
  expect(processesIn(proc).self).toMatchObject({ boot: 'boot', pidNamespace: null })
  rmSync(proc, { recursive: true })
})

it('an operating system without /proc identifies a process by host and platform', async () => {
  const { boot, pidNamespace } = await onPlatform('darwin', () => processesIn('/proc').self)
  expect([boot, pidNamespace]).toEqual([hostname(), 'darwin'])
})

it('isAlive finds a process by its id and start, and not by another start', () => {
  expect(isAlive(self.pid, self.start)).toBe(true)
  expect(isAlive(self.pid, `${self.start}0`)).toBe(false)
})

it('isAlive finds a process of another user, whom this user may not signal', () => {
  const kill = vi.spyOn(process, 'kill').mockImplementation(() => {
    throw Object.assign(new Error('not permitted'), { code: 'EPERM' })
  })
  expect(isAlive(self.pid, self.start)).toBe(true)
  kill.mockRestore()
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
