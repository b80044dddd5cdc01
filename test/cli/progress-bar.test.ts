import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from 'riftline'
import { expect, it, onTestFinished } from 'vitest'
import { createProgressBar } from '#cli/sync/read-sources.ts'
import { startStandIn } from '../support/sources/stand-in.ts'
import { useKnownNames } from '../support/tiny-artifacts-known-names.ts'

it('a bar over two sources shows the progress of both, redraws itself, and clears its line at the end', () => {
  let screen = ''
  const bar = createProgressBar(['leaguepedia', 'lolesports'], (text) => {
    screen += text
  })
  bar.update('leaguepedia', { done: 1, of: 4 })
  bar.update('leaguepedia', { done: 4, of: 4 })
  bar.update('lolesports', { done: 1, of: 2 })
  bar.clear()
  const lines = screen.split('\r')
  expect(lines.slice(1, 4)).toEqual([
    '[###                     ] 12 %  leaguepedia 1/4',
    '[############            ] 50 %  leaguepedia 4/4',
    '[##################      ] 75 %  leaguepedia 4/4  lolesports 1/2',
  ])
  expect(lines[4]!.trim()).toBe('')
  expect(lines[4]).toHaveLength(lines[3]!.length)
  expect(lines[5]).toBe('')
})

it('a bar that was never drawn writes nothing to the terminal', () => {
  let screen = ''
  createProgressBar(['leaguepedia'], (text) => {
    screen += text
  }).clear()
  expect(screen).toBe('')
})

const artifacts = useKnownNames()

it.each([
  ['shows its progress on a terminal and removes it before the next line', true],
  ['prints no progress where there is no terminal', false],
])('riftline sync %s', async (_name, isTerminal) => {
  const data = mkdtempSync(join(tmpdir(), 'riftline-progress-'))
  onTestFinished(() => rmSync(data, { recursive: true }))
  const wiki = await startStandIn((_request, response) => void response.writeHead(404).end())
  onTestFinished(() => wiki.close())
  const env = {
    ...{ RIFTLINE_ARTIFACTS_DIR: artifacts(), RIFTLINE_DATA_DIR: data, RIFTLINE_LEAGUEPEDIA_URL: wiki.origin },
    ...{ RIFTLINE_SOURCE_PAUSE_MS: '0', RIFTLINE_SOURCE_BACKOFF_MS: '0' },
  }
  let stderr = ''
  const io = {
    env,
    isTerminal,
    stdout: () => {},
    stderr: (text: string) => {
      stderr += text
    },
    onStop: () => () => {},
  }
  expect(await run(['sync', '--sources', 'leaguepedia', '--since', '2026-01-01'], io)).toBe(1)
  const [bar = '', ...others] = isTerminal ? stderr.split('\r').slice(1) : ['', stderr]
  expect(bar.trimEnd()).toBe(isTerminal ? `[${' '.repeat(24)}] 0 %  leaguepedia` : '')
  expect(others.at(-1)).toMatch(/^leaguepedia: .*404.*\n$/)
})
