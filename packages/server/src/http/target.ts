import type { IncomingMessage } from 'node:http'
import { orThrow } from '@riftline/base'
import { nearestWords } from '@riftline/predictor'
import { badRequest, HttpError, invalidRequest } from './http-error.ts'

/** A request target, split by hand, since `new URL` throws on some targets and repairs others. */
export interface Target {
  /** Decoded path; safe to compare, because no segment can hide a slash. */
  readonly path: string
  /** Decoded name and value pairs in order, with repeated names. */
  readonly query: readonly (readonly [name: string, value: string])[]
}

/**
 * Reads the target of a request. An absolute target's host counts (RFC 9112 3.2.2), whatever `Host` says. `OPTIONS *` asks
 * for the server as a whole: its path is `*`. @throws HttpError `bad_request`
 */
export function readTarget(request: IncomingMessage): Target {
  const { url = '', method } = request
  if (url.startsWith('/')) return parseTarget(url)
  const [, host, rest = ''] = absoluteForm.exec(url) ?? []
  if (method === 'OPTIONS' && (url === wholeServer || (host !== undefined && rest === '')))
    return { path: wholeServer, query: [] }
  if (host === undefined) throw badTarget()
  request.headers.host = host
  request.url = rest.startsWith('/') ? rest : `/${rest}`
  return parseTarget(request.url)
}

/** Parses a target. @throws HttpError `bad_request` for anything but the plain origin form */
export function parseTarget(url: string): Target {
  if (plainPath.test(url) && !url.includes('//')) return { path: url, query: [] }
  if (!url.startsWith('/') || !printableAscii.test(url) || /[#\\]/.test(url)) throw badTarget()
  const mark = url.indexOf('?')
  const rawPath = mark < 0 ? url : url.slice(0, mark)
  if (rawPath.includes('//')) throw badTarget()
  const segments = rawPath.split('/').map(decode)
  if (segments.some((segment) => segment === '.' || segment === '..' || unsafeInSegment.test(segment)))
    throw badTarget()
  if (mark < 0) return { path: segments.join('/'), query: [] }
  const search = url.slice(mark)
  // A query must be well encoded, but `URLSearchParams` also accepts bad encodings.
  decode(search)
  return { path: segments.join('/'), query: [...new URLSearchParams(search)] }
}

/** Reads the query. @throws HttpError `validation_error` for a parameter that is unknown to the route or given twice */
export function readParameters(target: Target, known: readonly string[] = []): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>()
  for (const [name, value] of target.query) {
    if (name === '') throw invalidRequest('query: a parameter has no name')
    if (!known.includes(name)) throw invalidRequest(`${name}: unknown parameter`, nearestWords(name, known))
    if (parameters.has(name)) throw invalidRequest(`${name}: given twice`)
    parameters.set(name, value)
  }
  return parameters
}

export const wholeServer = '*'

/** Form of an absolute target. It has no user, as a request must not name one. */
const absoluteForm = /^https?:\/\/((?:\[[0-9A-Fa-f:.]+\]|[0-9A-Za-z._~-]+)(?::[0-9]{1,5})?)((?:[/?].*)?)$/i

/** Form of nearly all paths: nothing to decode and no dot segment. */
const plainPath = /^\/[0-9A-Za-z/_-]*$/
const printableAscii = /^[\x21-\x7e]+$/
const unsafeInSegment = /[/\\\p{Cc}]/u

function decode(text: string): string {
  return orThrow(() => decodeURIComponent(text), badTarget)
}

function badTarget(): HttpError {
  return badRequest('request target is not valid')
}

export const idForm: RegExp = /^[1-9][0-9]{0,15}$/

/** Parses an id. @throws HttpError `validation_error` */
export function parseId(parameter: string, text: string): number {
  const id = Number(text)
  if (idForm.test(text) && Number.isSafeInteger(id)) return id
  throw invalidRequest(`${parameter}: must be a positive integer`)
}

/** Largest `limit` of a list. */
export const mostItems = 1000

/** Parses a number from 1 to `most`; null if the parameter is absent. @throws HttpError `validation_error` */
export function countParameter(parameter: string, text: string | undefined, most: number): number | null {
  if (text === undefined) return null
  if (/^[1-9]\d{0,5}$/.test(text) && Number(text) <= most) return Number(text)
  throw invalidRequest(`${parameter}: must be an integer from 1 to ${most}`)
}

/** Size limit of a request's head, target included. */
export const maxHeaderBytes: number = 8192
const maxHeaderLines: number = 100

/** Refuses requests that `node:http` lets through but a server must not accept: each one reached a handler on Node 20. */
export function precheck(request: IncomingMessage): void {
  const version = request.httpVersion
  if (version !== '1.1' && version !== '1.0') throw badRequest('HTTP version is not 1.0 or 1.1')
  if (request.rawHeaders.length / 2 > maxHeaderLines) {
    throw new HttpError('headers_too_large', `more than ${maxHeaderLines} header lines`, { close: true })
  }
  const hosts = headerLines(request, 'host')
  const missing = version === '1.1' && (hosts.length === 0 || hosts[0] === '')
  if (missing || hosts.length > 1) throw badRequest('exactly one Host header is needed')
  const encodings = headerLines(request, 'transfer-encoding')
  if (encodings.length > 0 && version === '1.0') throw badRequest('HTTP/1.0 has no Transfer-Encoding')
  if (!isOnly('chunked', encodings)) throw badRequest('Transfer-Encoding must be chunked')
  // Node looks for `100-continue` anywhere in the joined lines. In HTTP/1.0 the header means nothing.
  if (version === '1.1' && !isOnly('100-continue', headerLines(request, 'expect')))
    throw new HttpError('expectation_failed', 'only 100-continue is understood', { close: true })
}

/** Whether a header is absent or has exactly this value. */
function isOnly(value: string, [first, ...others]: readonly string[]): boolean {
  return first === undefined || (others.length === 0 && first.trim().toLowerCase() === value)
}

/** Refuses a body on methods where it has no meaning: such a body is a way to smuggle requests. */
export function refuseBodyWithoutMeaning(request: IncomingMessage): void {
  if (hasBodyWithoutMeaning(request)) throw badRequest(`a ${request.method} request has no body`)
}

export function hasBodyWithoutMeaning(request: IncomingMessage): boolean {
  const { method } = request
  return (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') && hasBody(request)
}

export function hasBody(request: IncomingMessage): boolean {
  const length = request.headers['content-length']
  return request.headers['transfer-encoding'] !== undefined || (length !== undefined && Number(length) !== 0)
}

/** Returns the values of a header, one for each of its lines. @param name in lower case */
export function headerLines(
  { rawHeaders }: { readonly rawHeaders: readonly string[] },
  name: string,
): readonly string[] {
  const lines: string[] = []
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const line = rawHeaders[index] ?? ''
    if (line.length === name.length && line.toLowerCase() === name) lines.push(rawHeaders[index + 1] ?? '')
  }
  return lines
}

/** Writes a host name or address as a URL and a Host header do. */
export function inUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

/** Address at which this machine reaches a server that listens on `host`. */
export function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  return host === '::' ? '::1' : host
}
