import { invalidArgument } from '@riftline/base'
import { isLoopback } from './loopback.ts'

/** The rules of single settings: the value as it is used, or null. */

export function parseAccountUrl(text: string): string | null {
  const url = parseUrl(text, ['http:', 'https:'])
  if (url === null || url.pathname !== '/' || /[?#]/.test(text)) return null
  return url.username === '' && url.password === '' ? url.origin : null
}

/** What paths are added to, checked where it comes in. @throws RiftlineError `invalid_argument` for an address with more than an origin */
export function originOf(text: string): string {
  const origin = parseAccountUrl(text)
  if (origin === null)
    throw invalidArgument('accountUrl', 'an http or https URL without path, query or password', '(a URL)')
  return origin
}

/** It may hold a name and a password. */
export function parseSmtpUrl(text: string): string | null {
  return parseUrl(text, ['smtp:', 'smtps:']) === null ? null : text
}

export function parseStripeUrl(text: string): string | null {
  const url = parseUrl(text, ['http:'])
  return url !== null && isLoopback(url.hostname) ? url.origin : null
}

/** An operator's own address. */
export function parseEmailSetting(text: string): string | null {
  return /^[!-?A-~]{1,64}@[0-9A-Za-z.-]{1,189}$/.test(text) ? text : null
}

function parseUrl(text: string, protocols: readonly string[]): URL | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  return protocols.includes(url.protocol) && url.hostname !== '' ? url : null
}
