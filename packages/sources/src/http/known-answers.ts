import { createHash } from 'node:crypto'
import type { WireAnswer } from './wire.ts'

/** `ETag` and `Last-Modified` of an answer as they came: by these a service says that it is still the same. */
export interface AnswerMark {
  readonly tag: string | null
  readonly date: string | null
}

/** The mark of an answer with the answer itself. */
export interface KnownAnswer extends AnswerMark {
  /** The JSON of the answer, which stands for it as long as it is the same; null where somebody else keeps the bytes. */
  readonly text: string | null
}

/** Answers of the last run by what was asked, as plain data for a file. Keys are hashes: a URL may hold secrets. */
export type KnownAnswers = Readonly<Record<string, KnownAnswer>>

/** Longer answers are not kept: they are asked for again. */
const maxKeptChars = 1_000_000

export function answerKey(url: string): string {
  return createHash('sha256').update(url).digest('hex')
}

/** The headers that ask whether an answer is still the same. */
export function conditionalHeaders(known: AnswerMark | null): Readonly<Record<string, string>> {
  const { tag, date } = known ?? { tag: null, date: null }
  return {
    ...(isTag(tag) && { 'if-none-match': tag }),
    ...(isDate(date) && { 'if-modified-since': date }),
  }
}

/** Makes the part of an answer that is remembered; null for one without tag and date. */
export function toKnownAnswer({ headers }: Pick<WireAnswer, 'headers'>, text: string | null): KnownAnswer | null {
  const tag = isTag(headers.etag) ? headers.etag : null
  const date = isDate(headers['last-modified']) ? headers['last-modified'] : null
  if ((tag === null && date === null) || (text !== null && text.length > maxKeptChars)) return null
  return { tag, date, text }
}

function isTag(text: unknown): text is string {
  return typeof text === 'string' && /^(W\/)?"[\x21\x23-\x7e]{0,200}"$/.test(text)
}

function isDate(text: unknown): text is string {
  return typeof text === 'string' && /^[A-Z][a-z]{2}, [\w: ]{10,30}$/.test(text)
}
