import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished, vi } from 'vitest'
import { printsAs, type Shown, toModule } from '../package/readme-examples.ts'
import { runCli } from '../support/cli.ts'
import { exampleCup } from '../support/example-cup.ts'
import { shellBlocks } from '../support/shell.ts'

it('the format of docs/tournaments.md is sound, and its commands check it, simulate it and draw it', async () => {
  const [, sample = ''] = /^```json\n([\s\S]*?)^```$/m.exec(readFileSync('docs/tournaments.md', 'utf8')) ?? []
  expect(JSON.parse(sample)).toEqual(exampleCup)
  const folder = mkdtempSync(join(tmpdir(), 'riftline-cup-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'cup.json'), sample)
  const commands = shellBlocks('tournaments.md', 'Check and run it').trim().split('\n')
  expect(commands).toHaveLength(3)
  for (const command of commands) {
    const words = command.replace('riftline ', '').replaceAll(/cup\.\w+/g, (file) => join(folder, file))
    const { code, stdout, stderr } = await runCli(...words.replace('20000', '500').split(' '))
    expect([command, code, stderr]).toEqual([command, 0, ''])
    expect(stdout).toContain('Example Cup')
  }
  expect(readFileSync(join(folder, 'cup.svg'), 'utf8')).toContain('<title id="title">Example Cup</title>')
})

it('the program of docs/tournaments.md gives the value that it states', async () => {
  const [, code = ''] = /^```ts\n([\s\S]*?)^```$/m.exec(readFileSync('docs/tournaments.md', 'utf8')) ?? []
  const folder = new URL('../package/.examples/', import.meta.url)
  mkdirSync(folder, { recursive: true })
  const file = fileURLToPath(new URL('docs-tournaments-md.ts', folder))
  writeFileSync(file, toModule({ line: 1, code } as Parameters<typeof toModule>[0]))
  const { shown } = (await vi.importActual(file)) as { shown: readonly Shown[] }
  expect(shown).toHaveLength(1)
  for (const [, actual, text] of shown) expect(printsAs(actual, text)).toBe(true)
})
