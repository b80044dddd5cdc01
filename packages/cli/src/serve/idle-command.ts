import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/**
 * The words before a program that make it run only when no other wants the core, as Linux schedules idle tasks: a task of the lowest
 * priority makes others wait for milliseconds, again and again. None where there is no `chrt`, or it is refused.
 */
export async function idlePrefix(): Promise<readonly string[]> {
  if (process.platform !== 'linux') return []
  try {
    await promisify(execFile)('chrt', [...idle, 'true'])
    return ['chrt', ...idle]
  } catch {
    return []
  }
}

const idle = ['-i', '0']
