import { join } from 'node:path'
import { toCount } from '@riftline/base'
import { promiseThemes } from '../promises/index.ts'
import { type CheckedPromise, checkPromise } from './promises-check.ts'
import { writeSourcePage } from './sources.ts'
import { writePage } from './write-page.ts'

/** Writes the page of promises, and the pages of the tests that it names. */
export async function writePromisePage(repository: string, pages: string): Promise<void> {
  await writePage(join(pages, 'promises.md'), promisesMarkdown(repository))
  for (const file of testFiles()) await writeSourcePage(repository, pages, file)
}

/** Test files that hold promises, each once. */
export function testFiles(): string[] {
  const promises = promiseThemes.flatMap((theme) => theme.promises)
  return [...new Set(promises.flatMap(({ tests }) => tests.map(({ file }) => file)))]
}

/** @throws ArtifactError `artifact_invalid` for a promise that is not found in the repository */
export function promisesMarkdown(repository: string): string {
  const promises = promiseThemes.flatMap((theme) => theme.promises)
  const tests = promises.flatMap((promise) => promise.tests)
  return [
    '---\ntitle: Promises\noutline: 2\neditLink: false\n---',
    "<script setup>\nimport '#site/gather/promises.css'\n</script>",
    '# What riftline promises, and the tests that hold it',
    [
      `${toCount(promises.length)} promises of the documents, each with the words that make it, the tests that would fail if it were broken`,
      `(${toCount(tests.length)} of them, in ${toCount(testFiles().length)} files), and their latest figures. The figures are read from the report, the`,
      'benches and the tests themselves whenever this site is built; a build fails if a document drops its words, a test is gone or a figure',
      'is not found. Commands run in a clone of the repository, after `npm ci`.',
    ].join('\n'),
    ...promiseThemes.flatMap(({ heading, promises }) => [
      `## ${heading}`,
      ...promises.map((promise) => promiseMarkdown(checkPromise(repository, promise))),
    ]),
  ].join('\n\n')
}

function promiseMarkdown({ promise, section, tests, figures, command }: CheckedPromise): string {
  const { claim, document, quote } = promise
  const anchor = section === null ? '' : `#${slugOf(section)}`
  const place = section === null ? document : `${document}, ${section.replaceAll('`', '')}`
  const list = tests.map(({ file, title }) => `- [${escaped(title)}](${file})`)
  return [
    `### ${claim}`,
    `<div class="promise">\n`,
    `> “${escaped(quote)}”\n>\n> [${escaped(place)}](${document}${anchor})`,
    ...(figures.length === 0 ? [] : [`**Figures**: ${figures.map(escaped).join('; ')}.`]),
    `**Held by**\n\n${list.join('\n')}`,
    `\`\`\`sh\n${command}\n\`\`\``,
    '</div>',
  ].join('\n\n')
}

/** Anchor of a heading, as links between the documents write it. */
function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

/** Text that Markdown and Vue leave as it is. */
function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/[\\`*_[\]{}|$]/g, (mark) => `&#${mark.charCodeAt(0)};`)
}
