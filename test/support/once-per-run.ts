import { existsSync, mkdirSync, rmdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder in the first test of a run that asks for it; tests in other processes wait until it is there.
 *
 * @param make makes the folder whole, as by a rename, or throws
 */
export function oncePerRun(folder: string, make: () => void): void {
  while (!existsSync(folder)) {
    if (!takesTurn(folder)) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
      continue
    }
    try {
      if (!existsSync(folder)) make()
    } finally {
      rmdirSync(turnOf(folder))
    }
  }
}

const turnOf = (folder: string): string => `${folder}-turn`

/** Whether this process makes the folder. */
function takesTurn(folder: string): boolean {
  mkdirSync(dirname(folder), { recursive: true })
  try {
    mkdirSync(turnOf(folder))
    return true
  } catch {
    return false
  }
}
