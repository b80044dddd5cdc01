import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { nullIfThrows } from '@riftline/base'

/** Identity of a process, distinct from every past, present or future process with the same id on any machine. */
export interface ProcessIdentity {
  readonly pid: number
  readonly start: string
  /** Boot of the machine and namespace of the id; null when unknown. */
  readonly boot: string | null
  readonly pidNamespace: string | null
}

export interface Processes {
  readonly self: ProcessIdentity
  /** Tells whether a process with this id and start is alive in this process's namespace. */
  isAlive(pid: number, start: string): boolean
  readonly held: Set<string>
}

export const systemProcesses: Processes = { self: thisProcess(), isAlive, held: new Set() }

function thisProcess(): ProcessIdentity {
  const { pid } = process
  const start = startOf('self') ?? String(performance.timeOrigin)
  /* v8 ignore next -- the tests run on Linux */
  if (process.platform !== 'linux') return { pid, start, boot: hostname(), pidNamespace: process.platform }
  const boot = nullIfThrows(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim())
  // A /proc of another namespace lists other processes under our ids.
  const isOwnProc = nullIfThrows(() => readlinkSync('/proc/self')) === String(pid)
  return { pid, start, boot, pidNamespace: isOwnProc ? nullIfThrows(() => readlinkSync('/proc/self/ns/pid')) : null }
}

function isAlive(pid: number, start: string): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  // A dead process that its parent has not reaped still has its id.
  if (/^[ZX]$/.test(statOf(pid)?.[0] ?? '')) return false
  return (startOf(pid) ?? start) === start
}

/** Returns the start of a process in clock ticks since boot; null without /proc. */
function startOf(pid: number | 'self'): string | null {
  return statOf(pid)?.[19] ?? null
}

/** Returns the fields of /proc/<pid>/stat after the command, beginning with the state. */
function statOf(pid: number | 'self'): readonly string[] | null {
  return nullIfThrows(() => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  })
}
