import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { nullIfThrows } from '@riftline/base'

/** A process, told apart from all others that have, had or will have its id on whatever machine. */
export interface ProcessIdentity {
  readonly pid: number
  readonly start: string
  /** The machine's boot and the namespace that the id counts in; null where they cannot be told. */
  readonly boot: string | null
  readonly pidNamespace: string | null
}

export interface Processes {
  readonly self: ProcessIdentity
  /** Whether a process with this id and start lives in this process's own namespace. */
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
  // Where /proc is that of another namespace, the processes seen there are not those that have our ids.
  const isOwnProc = nullIfThrows(() => readlinkSync('/proc/self')) === String(pid)
  return { pid, start, boot, pidNamespace: isOwnProc ? nullIfThrows(() => readlinkSync('/proc/self/ns/pid')) : null }
}

function isAlive(pid: number, start: string): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  // One that is dead and not waited for yet still has its id.
  if (/^[ZX]$/.test(statOf(pid)?.[0] ?? '')) return false
  return (startOf(pid) ?? start) === start
}

/** Start of a process in clock ticks since boot, or null where there is no /proc. */
function startOf(pid: number | 'self'): string | null {
  return statOf(pid)?.[19] ?? null
}

/** The fields of /proc/<pid>/stat behind the command, its state first. */
function statOf(pid: number | 'self'): readonly string[] | null {
  return nullIfThrows(() => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  })
}
