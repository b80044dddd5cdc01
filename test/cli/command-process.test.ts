import { expect, it } from 'vitest'
import { runProgram } from '#cli/serve/command-process.ts'

const { signal } = new AbortController()
const printAndFail = "console.log('out'); console.error('x'.repeat(3000) + 'end'); process.exitCode = 3"

it('a program returns its output and its exit code', async () => {
  const { stdout, stderr, code } = await runProgram(process.execPath, ['-e', printAndFail], signal)
  expect([stdout, stderr.slice(-4), stderr.length, code]).toEqual(['out\n', 'end\n', 2000, 3])
})

it('a program that a signal ended returns no exit code', async () => {
  const { code } = await runProgram(process.execPath, ['-e', "process.kill(process.pid, 'SIGTERM')"], signal)
  expect(code).toBe(null)
})

it('a program that cannot be started throws', async () => {
  await expect(runProgram('/nowhere/program', [], signal)).rejects.toThrow('ENOENT')
})

it('a program ends when its caller aborts', async () => {
  const controller = new AbortController()
  const running = runProgram(process.execPath, ['-e', 'setInterval(() => {}, 1e9)'], controller.signal)
  controller.abort()
  await expect(running).rejects.toThrow('aborted')
})
