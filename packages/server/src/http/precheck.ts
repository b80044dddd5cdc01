import type { IncomingMessage } from 'node:http'
import { badRequest, HttpError } from './http-error.ts'

/** Largest header of a request, its target included. */
export const maxHeaderBytes: number = 8192
const maxHeaderLines: number = 100

/** Refuses requests that `node:http` lets through and a server must not: each reached a handler on Node 20. */
export function precheck(request: IncomingMessage): void {
  const version = request.httpVersion
  if (version !== '1.1' && version !== '1.0') throw badRequest('HTTP version is not 1.0 or 1.1')
  if (request.rawHeaders.length / 2 > maxHeaderLines) {
    throw new HttpError('headers_too_large', `more than ${maxHeaderLines} header lines`, { close: true })
  }
  checkHost(headerLines(request, 'host'), version)
  checkTransferEncoding(headerLines(request, 'transfer-encoding'), version)
  checkExpectation(headerLines(request, 'expect'), version)
}

/** A body on these methods has no meaning and is a way to smuggle requests. */
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

function checkHost(hosts: readonly string[], version: string): void {
  const missing = version === '1.1' && (hosts.length === 0 || hosts[0] === '')
  if (missing || hosts.length > 1) throw badRequest('exactly one Host header is needed')
}

function checkTransferEncoding(encodings: readonly string[], version: string): void {
  if (encodings.length === 0) return
  if (version === '1.0') throw badRequest('HTTP/1.0 has no Transfer-Encoding')
  const chunkedOnly = encodings.length === 1 && encodings[0]?.trim().toLowerCase() === 'chunked'
  if (!chunkedOnly) throw badRequest('Transfer-Encoding must be chunked')
}

/** Node looks for `100-continue` anywhere in the joined lines. In HTTP/1.0 the header means nothing. */
function checkExpectation(lines: readonly string[], version: string): void {
  if (lines.length === 0 || version === '1.0') return
  if (lines.length === 1 && lines[0]?.trim().toLowerCase() === '100-continue') return
  throw new HttpError('expectation_failed', 'only 100-continue is understood', { close: true })
}

/** Returns the values of a header, one for each of its lines. @param name in lower case */
export function headerLines(
  { rawHeaders }: { readonly rawHeaders: readonly string[] },
  name: string,
): readonly string[] {
  let lines: string[] | undefined
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const line = rawHeaders[index] ?? ''
    if (line.length !== name.length || line.toLowerCase() !== name) continue
    const value = rawHeaders[index + 1] ?? ''
    if (lines === undefined) lines = [value]
    else lines.push(value)
  }
  return lines ?? none
}

const none: readonly string[] = []
