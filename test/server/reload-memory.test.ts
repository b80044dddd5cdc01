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
  // A serving that is kept holds some 100 kB: 800 of them would be 80 MB. What grows here is compiled code, and it settles.
  expect(last[1] - heap).toBeLessThan(2 * megabyte)
  expect(last[2] - external).toBeLessThan(1 * megabyte)
  // Memory of the wasm engine is none of the heap's; a leak of it would be 64 kB and more each time.
  expect(last[3] - resident).toBeLessThan(48 * megabyte)
})
