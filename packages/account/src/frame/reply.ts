import type { Child } from 'hono/jsx'

/** Answer of a route. */
export type Reply =
  | { readonly kind: 'page'; readonly status: number; readonly page: PageContent; readonly cookie?: string }
  | { readonly kind: 'redirect'; readonly to: string; readonly cookie?: string }
  | {
      readonly kind: 'file'
      readonly status: number
      readonly type: string
      /** In parts where it may be long. */
      readonly body: string | AsyncIterable<string>
      readonly name?: string
    }

/** Content between heading and foot. */
export interface PageContent {
  readonly heading: string
  readonly body: Child
  /** Faults of the form that was sent, in the order of its fields; none by default. */
  readonly errors?: readonly FieldError[]
  /** Message about what was done, from `?done=`. */
  readonly status?: string | null
}

export interface FieldError {
  readonly field: string
  readonly message: string
}

export function shown(
  heading: string,
  body: Child,
  more: Partial<PageContent> & { status?: string | null } = {},
): Reply {
  return { kind: 'page', status: 200, page: { heading, body, ...more } }
}

/** The form again, with what is wrong. */
export function refused(heading: string, errors: readonly FieldError[], body: Child): Reply {
  return { kind: 'page', status: 422, page: { heading, body, errors } }
}

/** Answered by 303. */
export function goTo(to: string, cookie?: string): Reply {
  return cookie === undefined ? { kind: 'redirect', to } : { kind: 'redirect', to, cookie }
}

export function file(type: string, body: string | AsyncIterable<string>, name?: string): Reply {
  return { kind: 'file', status: 200, type, body, ...(name === undefined ? {} : { name }) }
}

/** Messages by the code in `?done=`. Text from a link is never shown. */
const texts: Readonly<Record<string, string>> = {
  welcome: 'Your account is ready. Create your first key.',
  'password-saved': 'Your new password is saved. Sign in with it.',
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

export function doneText(code: string | undefined): string | null {
  return code !== undefined && Object.hasOwn(texts, code) ? (texts[code] ?? null) : null
}

/** Where to go on: a page of this site, else the dashboard. @param isPage tells whether a path has a page */
export function safeNext(text: string | undefined, isPage: (path: string) => boolean): string {
  const isPlain = text !== undefined && /^\/[!-~]*$/.test(text) && !/\/\/|[\\%#]/.test(text)
  return isPlain && isPage(text.split('?', 1)[0] ?? '') ? text : '/dashboard'
}

/** As a query has it: slashes stay readable. */
export function withNext(path: string, next: string): string {
  return `${path}?next=${encodeURIComponent(next).replaceAll('%2F', '/')}`
}
