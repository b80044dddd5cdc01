import { readFileSync } from 'node:fs'

/** Start time of a process in clock ticks, which tells it from an earlier process with the same id; empty without `/proc`. */
export function startOfProcess(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}
