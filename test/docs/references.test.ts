import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { expect, it } from 'vitest'
import { runCli } from '../support/cli.ts'

const root = new URL('../../', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8')

/** Every document of the repository that people read, except those that a run generates. */
const documents = ['', 'bench/', 'docs/', 'examples/', 'packages/'].flatMap((folder) =>
  readdirSync(new URL(folder || '.', root), { recursive: folder !== '', encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !/(^|\/)(node_modules|dist|site|\.cache)\//.test(name))
    .map((name) => folder + name),
)

/** Anchors that GitHub makes from the headings. */
function anchorsOf(text: string): readonly string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )
}

it.each(documents)('every link in %s leads to an existing file and heading', (path) => {
  const links = [...read(path).matchAll(/\]\(([^()\s]+)\)/g)].map(([, link = '']) => link)
  const broken = links.filter((link) => {
    if (/^https?:/.test(link)) return false
    const [file = '', anchor] = link.split('#')
    const target = file === '' ? path : join(dirname(path), file)
    if (!existsSync(new URL(target, root))) return true
    return anchor !== undefined && !anchorsOf(read(target)).includes(anchor)
  })
  expect(broken).toEqual([])
})

/** Commands of `riftline` in blocks marked `sh`, as words from the subcommand on, without comments and redirections. */
function commandsIn(path: string): readonly (readonly string[])[] {
  const blocks = [...read(path).matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block)
  return blocks.flatMap((block) =>
    block
      .split('\n')
      .map((line) => line.replace(/(^|\s)[#>].*$/, ''))
      .map((line) => /(?:^|[\s/])riftline (?:-- )?(?!riftline )(\S.*)$/.exec(line)?.[1])
      .filter((line) => line !== undefined)
      .map((line) => line.trim().split(/\s+/)),
  )
}

const commands = documents.flatMap((path) => commandsIn(path).map((words) => [words.join(' '), path, words] as const))

it('the documents show more than 40 commands of riftline', () => {
  expect(commands.length).toBeGreaterThan(40)
})

it.each(commands)('the help of riftline lists every option of riftline %s, shown in %s', async (_, _path, words) => {
  const { code, stdout } = await runCli(words[0]!, '--help')
  expect(code).toBe(0)
  const options = words.flatMap((word) => /^--[a-z-]+/.exec(word) ?? [])
  expect(options.filter((option) => option !== '--help' && !stdout.includes(option))).toEqual([])
  const usages = [...stdout.matchAll(new RegExp(`^riftline ${words[0]} ([a-z]+.*)$`, 'gm'))]
  const actions = usages.flatMap(([, usage = '']) => usage.split(' | ').map((one) => one.split(' ')[0]))
  if (actions.length > 0) expect(actions).toContain(words[1])
})

const ofRegistry = /`?(?:npx riftline|npm install (?:@riftline|riftline)\b)/g

it('no README installs riftline from a registry before stating that nothing is published', () => {
  const readmes = documents.filter((path) => path.endsWith('README.md'))
  const early = readmes.filter((path) => {
    const text = read(path)
    const [first] = text.matchAll(ofRegistry)
    return first !== undefined && !/not published yet/.test(text.slice(0, first.index))
  })
  expect(early).toEqual([])
})

it('no block of commands installs riftline from a registry', () => {
  const blocks = documents.flatMap((path) => [...read(path).matchAll(/^```(?:ba)?sh\n([\s\S]*?)^```$/gm)])
  expect(blocks.length).toBeGreaterThan(20)
  expect(blocks.flatMap(([, block = '']) => block.match(ofRegistry) ?? [])).toEqual([])
})

it('SECURITY.md states that the names are free in the registry and warns of npx', () => {
  const [, section = ''] = /^## Names that are not taken\n([\s\S]*?)^## /m.exec(read('SECURITY.md')) ?? []
  expect(section).toContain('the names `riftline` and `@riftline/…` are free in the npm registry')
  expect(section).toMatch(/do not run `npx riftline` where riftline is not installed/)
})
