import { existsSync } from 'node:fs'
import { cp, mkdir, readFile } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import { glob } from 'tinyglobby'
import { writeSourcePage } from './sources.ts'

/** Documents of the repository that become pages, each at its own path: a README is the index of its folder. */
const documents = [
  '*.md',
  'docs/*.md',
  'artifacts/*.md',
  'bench/README.md',
  'examples/**/README.md',
  'packages/*/README.md',
  'packages/*/{src,trainers}/**/README.md',
  'site/README.md',
]

/** Copies the documents, the pictures that they show, the files that they link to, and the site's own pages. */
export async function gatherDocuments(repository: string, pages: string): Promise<void> {
  const paths = await glob(documents, { cwd: repository, ignore: '**/node_modules/**' })
  for (const path of paths) await copy(join(repository, path), join(pages, pageOf(path)))
  await cp(join(repository, 'site/pages'), pages, { recursive: true })
  await cp(join(repository, 'site/public'), join(pages, 'public'), { recursive: true })
  for (const path of paths) await gatherLinked(repository, pages, path)
}

/** Path of the page that a document of the repository becomes. */
export function pageOf(path: string): string {
  return path.replace(/(^|\/)README\.md$/, '$1index.md')
}

async function gatherLinked(repository: string, pages: string, document: string): Promise<void> {
  const markdown = await readFile(join(repository, document), 'utf8')
  for (const [, mark, href = ''] of markdown.matchAll(/(!?)\[[^\]]*\]\(([^)#\s]+)/g)) {
    if (/^[a-z]+:/i.test(href)) continue
    const path = posix.join(posix.dirname(document), href)
    if (mark === '!') await copy(join(repository, path), join(pages, path))
    else if (existsSync(join(repository, path)) && !isPage(pages, path)) await writeSourcePage(repository, pages, path)
  }
}

function isPage(pages: string, path: string): boolean {
  return [pageOf(path), join(path, 'index.md')].some((page) => page.endsWith('.md') && existsSync(join(pages, page)))
}

async function copy(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  await cp(from, to)
}
