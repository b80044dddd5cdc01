import type { Child } from 'hono/jsx'

/** What a route answers. */
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

/** What stands between heading and foot. */
export interface PageContent {
  readonly heading: string
  readonly body: Child
  /** What is wrong with the form that was sent, field by field, in order; none by default. */
  readonly errors?: readonly FieldError[]
  /** What was done, as `?done=` says. */
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
