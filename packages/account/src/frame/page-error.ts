/** A refusal with a page of its own. */
export class PageError extends Error {
  readonly status: PageStatus
  readonly headers: Readonly<Record<string, string>>

  constructor(status: PageStatus, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message)
    this.name = 'PageError'
    this.status = status
    this.headers = headers
  }
}

export type PageStatus = 400 | 403 | 404 | 405 | 409 | 410 | 413 | 415 | 421 | 429 | 500 | 503

/** Null: the page keeps its own heading. */
const headings: Readonly<Record<PageStatus, string | null>> = {
  400: null,
  403: 'Not allowed',
  404: 'Not found',
  405: 'Not allowed',
  409: 'Already sent',
  410: 'This link no longer works',
  413: 'Not allowed',
  415: 'Not allowed',
  421: 'Wrong address',
  429: 'Too many attempts',
  500: 'Something went wrong',
  503: 'Try again soon',
}

export function headingOf(status: PageStatus, own: string): string {
  return headings[status] ?? own
}

export function notFound(): PageError {
  return new PageError(404, 'There is no such page.')
}

/** @param allow methods, as the header has them */
export function wrongMethod(allow: string): PageError {
  return new PageError(405, 'This page does not take such a request.', { Allow: allow })
}

export function misdirected(): PageError {
  return new PageError(421, 'This page answers at another address.', { Connection: 'close' })
}

export function deadLink(): PageError {
  return new PageError(410, 'It was used already, a newer one was sent, or its time is over. Ask for a new link.')
}

export function alreadySent(): PageError {
  return new PageError(
    409,
    'This form was sent before. Open its page again to see what became of it, or to send another.',
  )
}

export function barred(message: string): PageError {
  return new PageError(403, message)
}

/** @param seconds until another attempt is taken, at least 1 @param before what could be done instead */
export function tooMany(seconds: number, before = ''): PageError {
  const retryAfter = String(Math.max(1, Math.ceil(seconds)))
  return new PageError(429, `${before}Wait ${spoken(Number(retryAfter))} and try again.`, { 'Retry-After': retryAfter })
}

export function tryLater(message: string): PageError {
  return new PageError(503, message, { 'Retry-After': '5' })
}

function spoken(seconds: number): string {
  if (seconds < 90) return `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
}
