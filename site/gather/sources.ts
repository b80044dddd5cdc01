import { cp, mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { dirname, extname, join, posix } from 'node:path'
import { writePage } from './write-page.ts'

/** Files for programs rather than people, which the site serves as they are. */
const dataFiles = /\.(?:json|csv|svg|zip|gz|onnx)$/

/** Address of the page that shows a file, or the files of a folder, that no document describes; data is served as it is. */
export function sourcePageOf(path: string, isFolder: boolean): string {
  if (isFolder) return posix.join('source', path, 'index.md')
  return dataFiles.test(path) ? path : `source/${path}.md`
}

/** Writes the page of a file or a folder of the repository, and those of the files in a folder. */
export async function writeSourcePage(repository: string, pages: string, path: string): Promise<void> {
  const isFolder = (await stat(join(repository, path))).isDirectory()
  const address = sourcePageOf(path, isFolder)
  if (!address.endsWith('.md')) {
    const file = join(pages, 'public', address)
    await mkdir(dirname(file), { recursive: true })
    return cp(join(repository, path), file)
  }
  const body = isFolder ? await listing(repository, pages, path) : await code(join(repository, path))
  const kind = isFolder ? 'Folder' : 'File'
  const heading = `---\ntitle: ${path}\ndescription: ${kind} ${path} of the riftline repository\nsearch: false\naside: false\n---\n\n# ${path}\n\n`
  await writePage(join(pages, address), heading + body)
}

async function listing(repository: string, pages: string, folder: string): Promise<string> {
  const entries = await readdir(join(repository, folder), { withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
  for (const name of files) await writeSourcePage(repository, pages, posix.join(folder, name))
  return files
    .map((name) => `- [${name}](/${sourcePageOf(posix.join(folder, name), false)})`)
    .sort()
    .join('\n')
}

const languages: Readonly<Record<string, string>> = {
  '.mjs': 'js',
  '.cjs': 'js',
  '.yaml': 'yaml',
  '.yml': 'yaml',
  '': 'txt',
}

async function code(file: string): Promise<string> {
  const text = await readFile(file, 'utf8')
  // A fence longer than any in the text.
  const fence = '`'.repeat(Math.max(3, ...Array.from(text.matchAll(/`+/g), ([ticks]) => ticks.length + 1)))
  // Highlighting a large file takes seconds, and nobody reads it here.
  const language = text.length < 40_000 ? (languages[extname(file)] ?? extname(file).slice(1)) : 'txt'
  return `${fence}${language}\n${text.trimEnd()}\n${fence}\n`
}
