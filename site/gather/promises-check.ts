import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { malformed, toCount } from '@riftline/base'
import type { QuotedFigure, StatedPromise } from '../promises/stated-promise.ts'

/** A promise that was found in its document, with the numbers of today. */
export interface CheckedPromise {
  readonly promise: StatedPromise
  /** Heading above the quote; null under the title of the document. */
  readonly section: string | null
  readonly tests: readonly FoundTest[]
  readonly figures: readonly string[]
  readonly command: string
}

interface FoundTest {
  readonly file: string
  /** Whole title, with an ellipsis for what a run fills in; of a program its path. */
  readonly title: string
  readonly source: string
}

/**
 * Looks up a promise in the repository.
 *
 * @throws ArtifactError `artifact_invalid`: the document no longer has the words, a test is gone, or a figure is not found
 */
export function checkPromise(repository: string, promise: StatedPromise): CheckedPromise {
  const { document, quote, tests, figures, command } = promise
  const read = (file: string): string => readFileSync(join(repository, file), 'utf8')
  const section = sectionOf(read(document), quote)
  if (section === undefined) throw malformed(document, `the words "${quote}" of a promise`, 'none of them')
  const found = tests.map(({ file, title }): FoundTest => {
    const source = read(file)
    return { file, source, title: title === null ? file : titleIn(source, file, title) }
  })
  return {
    promise,
    section,
    tests: found,
    figures: figures.map((figure) => figureText(figure, read(figure.file))),
    command: command ?? commandOf(found),
  }
}

/** Heading of the section of a document that has some words; undefined if none has. */
function sectionOf(markdown: string, quote: string): string | null | undefined {
  const wanted = plainWords(quote)
  // A fence may have lines that look like headings.
  const sections = markdown.replace(/^```[\s\S]*?^```/gm, '').split(/^(?=#+ )/m)
  const section = sections.find((text) => plainWords(text).includes(wanted))
  const [, marks, heading] = /^(#+) (.*)/.exec(section ?? '') ?? []
  if (section === undefined) return undefined
  return marks === undefined || marks.length === 1 ? null : (heading ?? null)
}

/** Words without line breaks and marks of Markdown. */
function plainWords(markdown: string): string {
  return markdown
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*`]/g, '')
    .replaceAll("'", '’')
    .replace(/\s+/g, ' ')
}

/** The text of a source, in quotation marks of one kind, that has the words of a title. */
function titleIn(source: string, file: string, words: string): string {
  const texts = source.matchAll(/(?<![\w$])(['"`])((?:\\.|(?!\1)[^\\\n])*)\1/g)
  const title = Array.from(texts, ([, , text]) => text ?? '').find((text) => text.includes(words))
  if (title === undefined) throw malformed(file, `a test "${words}"`, 'none')
  return title.replace(/\$\{[^}]*\}|%[a-z]|\$[a-z]+/g, '…').replace(/\\(.)/g, '$1')
}

/** @example '$1 kills' with /kills = (\d+)/ of 'kills = 5_000' // => '5,000 kills' */
function figureText({ text, file, pattern }: QuotedFigure, source: string): string {
  const found = pattern.exec(source)
  if (found === null) throw malformed(file, `a figure like ${pattern.source}`, 'none')
  return text.replace(/\$(\d)/g, (_, group: string) => {
    const shown = found[Number(group)] ?? ''
    return /^[\d_]+$/.test(shown) ? toCount(Number(shown.replaceAll('_', ''))) : shown
  })
}

/** Tests that do more, or anything at all, in a full run are run in full. */
function commandOf(sources: readonly FoundTest[]): string {
  const isFull = sources.some(({ source }) =>
    /support\/(amount|browser-tests|postgres|postgres-store)\.ts'/.test(source),
  )
  const files = [...new Set(sources.map(({ file }) => file))]
  return [isFull ? 'npm run test:all --' : 'npm test --', ...files].join(' ')
}
