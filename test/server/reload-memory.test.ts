import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { runsAll } from '../support/amount.ts'
import { artifactsFolder } from '../support/tiny-artifacts-folder.ts'

const script = fileURLToPath(new URL('./reload-memory.ts', import.meta.url))
const megabyte = 1024 * 1024

it.runIf(runsAll)('memory stays flat over 1,000 reloads', { timeout: 300_000 }, async () => {
  const args = ['--expose-gc', '--import', 'tsx', '--conditions=@riftline/source', script, await artifactsFolder()]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  const measured = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as [reloads: number, heap: number, external: number, resident: number])
  expect(measured.map(([reloads]) => reloads)).toEqual([200, 400, 600, 800, 1000])
  const [[, heap, external, resident], last] = [measured[0]!, measured[4]!]
  // A serving that leaks holds some 100 kB, so that 800 would be 80 MB. Compiled code grows too, and then settles.
  expect(last[1] - heap).toBeLessThan(2 * megabyte)
  expect(last[2] - external).toBeLessThan(1 * megabyte)
  // The wasm engine's memory is outside the heap; a leak of it would be 64 kB or more for each reload.
  expect(last[3] - resident).toBeLessThan(48 * megabyte)
})
