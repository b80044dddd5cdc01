import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { idlePrefix } from '#cli/serve/idle-command.ts'

/** Field 41 of `proc_pid_stat(5)`: 5 is SCHED_IDLE. The second field may contain spaces, the others do not. */
const printPolicy = `console.log(require('fs').readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ')[38])`

it('a program behind the idle prefix runs as an idle task where the system has them, and the same everywhere', async () => {
  const prefix = await idlePrefix()
  const [program = '', ...words] = [
    ...prefix,
    process.execPath,
    '-e',
    prefix.length > 0 ? printPolicy : 'console.log(5)',
  ]
  const { stdout } = await promisify(execFile)(program, words)
  expect(stdout.trim()).toBe('5')
})

it('without the program that makes idle tasks the prefix is empty', async () => {
  const { PATH } = process.env
  process.env.PATH = '/nowhere'
  try {
    expect(await idlePrefix()).toEqual([])
  } finally {
    process.env.PATH = PATH
  }
})
