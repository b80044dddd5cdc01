import { matchBody } from '../../support/server-catalogue.ts'

/** One case: the bytes sent over a plain connection and the expected answers. Numbers are those of the contract's corpus. */
export interface RawCase {
  readonly name: string
  /** Bytes to send. A line that begins with `K` has the key, one that begins with `R` the key of another account. */
  readonly bytes: string | Buffer
  /** Status and code of each answer; the code is null for an answer that is no error. */
  readonly expected: readonly Expected[]
  readonly closed: boolean | 'either'
  readonly charged?: number
  /** Whether the answer has no body although it states a length, as to HEAD. */
  readonly noBody?: boolean
  /** Expected headers of the last answer. */
  readonly headers?: Readonly<Record<string, string>>
}

type Expected = readonly [status: number, code: string | null]

export const bad: readonly Expected[] = [[400, 'bad_request']]
export const invalid: readonly Expected[] = [[400, 'validation_error']]
export const tooLarge: readonly Expected[] = [[413, 'payload_too_large']]
export const headersTooLarge: readonly Expected[] = [[431, 'headers_too_large']]
export const fine: Expected = [200, null]

export const body: string = JSON.stringify(matchBody)

/** Header lines that every request needs. */
export const H = 'Host: h\r\nK'

export function get(target: string, lines: string = H, version: string = 'HTTP/1.1'): string {
  return `GET ${target} ${version}\r\n${lines}\r\n`
}

export const P: string = `POST /v1/predict HTTP/1.1\r\n${H}Content-Type: application/json\r\n`

export function post(content: string | Buffer, lines: string = ''): string {
  return `${P}${lines}Content-Length: ${Buffer.byteLength(content)}\r\n\r\n${content}`
}

export function postBytes(content: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${P}Content-Length: ${content.length}\r\n\r\n`), content])
}

export function chunked(content: string, value: string = 'chunked'): string {
  return `${P}Transfer-Encoding: ${value}\r\n\r\n${content}`
}

export function chunk(content: string): string {
  return `${content.length.toString(16)}\r\n${content}\r\n`
}

export const wholeBody: string = `${chunk(body)}0\r\n\r\n`

/** A case with one 200, on a connection that stays open. */
export function ok(name: string, bytes: string, charged: number = 0): RawCase {
  return { name, bytes, expected: [fine], closed: false, charged }
}

/** A case with one refusal, which closes the connection. */
export function refused(name: string, bytes: string | Buffer, expected: readonly Expected[] = bad): RawCase {
  return { name, bytes, expected, closed: true }
}

/** A case with one refusal, which keeps the connection. */
export function kept(name: string, bytes: string | Buffer, expected: readonly Expected[]): RawCase {
  return { name, bytes, expected, closed: false }
}
