import { posix } from 'node:path'
import type { ApiEntry } from './api-entries.ts'

/** Turns the Markdown of TypeDoc into a page: with a title, without rules, and with a short list of names that stand on other pages. */
export function toApiPage({ name, page, description }: ApiEntry, markdown: string): string {
  const [documented = '', references = ''] = markdown.split(/^## References$/m)
  const body = documented
    .replace(/^# .*$/m, '')
    .replaceAll(/^\*\*\*$/gm, '')
    // A column of names has no descriptions if none of them is described.
    .replaceAll(/\| -( \|)$/gm, '|$1')
    .trim()
  const folder = page.split('/')[0] ?? page
  const readme = `[README of ${packageOf(name)}](${'../'.repeat(page.split('/').length)}packages/${folder}/README.md)`
  return [
    `---\ntitle: '${name}'\ndescription: '${`Reference of ${name}: ${description}`.replaceAll("'", "''")}'\n---`,
    `# ${name}`,
    `${description}. Use and examples are in the ${readme}.`,
    body,
    alsoExported(page, references),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n')
}

const packageOf = (name: string): string => name.split('/', name.startsWith('@') ? 2 : 1).join('/')

/** Lists names that other pages document, a line for each of these pages. */
function alsoExported(own: string, references: string): string {
  const byPage = new Map<string, string[]>()
  for (const [, name = '', href = ''] of references.matchAll(/^Re-exports \[([^\]]+)\]\(([^)]+)\)/gm)) {
    const page = href.replace(/#.*/, '')
    byPage.set(page, [...(byPage.get(page) ?? []), `[\`${name}\`](${href})`])
  }
  if (byPage.size === 0) return ''
  const lines = [...byPage].map(([page, links]) => `- [${titleOf(own, page)}](${page}): ${links.join(', ')}`)
  return `## Names of other entries\n\nThis entry exports these names too:\n\n${lines.join('\n')}`
}

/** Import path of a page that a link of another one leads to. */
function titleOf(own: string, page: string): string {
  return `@riftline/${posix.join(posix.dirname(own), page).replace(/\.md$/, '')}`
}
