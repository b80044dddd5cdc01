import type { Child } from 'hono/jsx'
import type { Texts } from './route.ts'

export type Reply =
  | { readonly kind: 'page'; readonly status: number; readonly page: PageContent; readonly cookie?: string }
  | { readonly kind: 'redirect'; readonly to: string; readonly cookie?: string }
  | {
      readonly kind: 'file'
      readonly status: number
      readonly type: string
      /** Content of the file; a long one comes in parts. */
      readonly body: string | AsyncIterable<string>
      readonly name?: string
    }

export interface PageContent {
  readonly heading: string
  readonly body: Child
  /** Faults of the submitted form, in the order of its fields; none by default. */
  readonly errors?: readonly FieldError[]
  /** Confirmation of the last action, from `?done=`. */
  readonly status?: string | null
}

export interface FieldError {
  readonly field: string
  readonly message: string
}

export function shown(heading: string, body: Child, status: string | null = null): Reply {
  return { kind: 'page', status: 200, page: { heading, body, status } }
}

/** Answers with the form again and its errors. */
export function refused(heading: string, errors: readonly FieldError[], body: Child): Reply {
  return { kind: 'page', status: 422, page: { heading, body, errors } }
}

/** Answers like `refused`, with one error. */
export async function refusedFor(
  heading: string,
  field: string,
  message: string,
  body: (errors: readonly FieldError[]) => Child | Promise<Child>,
): Promise<Reply> {
  const errors = [{ field, message }]
  return refused(heading, errors, await body(errors))
}

export function goTo(to: string, cookie?: string): Reply {
  return cookie === undefined ? { kind: 'redirect', to } : { kind: 'redirect', to, cookie }
}

export function file(type: string, body: string | AsyncIterable<string>, name?: string): Reply {
  return { kind: 'file', status: 200, type, body, ...(name === undefined ? {} : { name }) }
}

/** Messages by the code in `?done=`. Text from the link itself is never shown. */
const texts: Readonly<Record<string, string>> = {
  welcome: 'Your account is ready. Create your first key.',
  'password-saved': 'Your new password is saved. Sign in with it.',
  'limits-saved': 'The limits are saved. They count from the next call on.',
  revoked: 'The key is revoked. Calls with it are refused from now on.',
  paid: 'Thank you. Your credits are there.',
  pending: 'The payment is on its way. Credits come as soon as it is confirmed.',
  'not-paid': 'Nothing was paid.',
  'not-given': 'The payment came in, but no credits could be given for it. The operator was told.',
  'plan-cancelled': 'The plan ends with the period that is paid.',
  'plan-kept': 'The plan goes on.',
  deleted: 'Your account is deleted.',
  'email-sent': 'Open the link in the mail to your new address.',
  'email-changed': 'Your e-mail is changed.',
  'password-changed': 'Your password is changed. Other sessions have ended.',
  'alerts-saved': 'Saved.',
  'session-ended': 'The session has ended.',
}

export function doneText({ done = '' }: Texts): string | null {
  return Object.hasOwn(texts, done) ? (texts[done] ?? null) : null
}

/** Returns a page of this site to go on to, else the dashboard. @param isPage tells whether a path has a page */
export function safeNext(text: string | undefined, isPage: (path: string) => boolean): string {
  const isPlain = text !== undefined && /^\/[!-~]*$/.test(text) && !/\/\/|[\\%#]/.test(text)
  return isPlain && isPage(text.split('?', 1)[0] ?? '') ? text : '/dashboard'
}

/** Adds `next` to a path as a query parameter whose slashes stay readable. */
export function withNext(path: string, next: string): string {
  return `${path}?next=${encodeURIComponent(next).replaceAll('%2F', '/')}`
}

/** Refusal that is answered with an error page. */
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

type PageStatus = 400 | 403 | 404 | 405 | 409 | 410 | 413 | 415 | 421 | 429 | 500 | 503

/** Headings by status; null leaves the page its own heading. */
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

export function wrongMethod(allow: string): PageError {
  return new PageError(405, 'This page does not accept this kind of request.', { Allow: allow })
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

/** Makes the error of a full budget. @param seconds until the next attempt is allowed @param before advice put first */
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
