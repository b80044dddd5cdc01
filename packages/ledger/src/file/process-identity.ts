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

export const systemProcesses: Processes = processesIn('/proc')

/** Reads processes from a folder like /proc, which may be missing. */
export function processesIn(proc: string): Processes {
  return { self: thisProcess(proc), isAlive: (pid, start) => isAlive(proc, pid, start), held: new Set() }
}

function thisProcess(proc: string): ProcessIdentity {
  const { pid } = process
  const start = statOf(proc, 'self')?.start ?? String(performance.timeOrigin)
  if (process.platform !== 'linux') return { pid, start, boot: hostname(), pidNamespace: process.platform }
  const boot = nullIfThrows(() => readFileSync(`${proc}/sys/kernel/random/boot_id`, 'utf8').trim())
  // A /proc of another namespace lists other processes under our ids.
  const isOwnProc = nullIfThrows(() => readlinkSync(`${proc}/self`)) === String(pid)
  return { pid, start, boot, pidNamespace: isOwnProc ? nullIfThrows(() => readlinkSync(`${proc}/self/ns/pid`)) : null }
}

function isAlive(proc: string, pid: number, start: string): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const stat = statOf(proc, pid)
  // A dead process that its parent has not reaped still has its id.
  return stat === null || (!/^[ZX]$/.test(stat.state) && stat.start === start)
}

/** Returns the state of a process, and its start in clock ticks since boot; null without /proc. */
function statOf(proc: string, pid: number | 'self'): { readonly state: string; readonly start: string } | null {
  return nullIfThrows(() => {
    const stat = readFileSync(`${proc}/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0]!, start: fields[19]! }
  })
}
