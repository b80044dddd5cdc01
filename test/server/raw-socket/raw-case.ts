import { matchBody } from '../../support/server-catalogue.ts'

/** One case: bytes over a plain connection and what must come back. Numbers are those of the contract's corpus. */
export interface RawCase {
  readonly name: string
  /** `K` at the beginning of a line stands for the line with the key, `R` for one with another account's key. */
  readonly bytes: string | Buffer
  /** Status and code of each answer; a code of null is an answer that is no error. */
  readonly expected: readonly Expected[]
  readonly closed: boolean | 'either'
  readonly charged?: number
  /** The answer has no body although it says its length (HEAD). */
  readonly noBody?: boolean
  /** Headers of the last answer. */
  readonly headers?: Readonly<Record<string, string>>
}

type Expected = readonly [status: number, code: string | null]

export const bad: readonly Expected[] = [[400, 'bad_request']]
export const invalid: readonly Expected[] = [[400, 'validation_error']]
export const tooLarge: readonly Expected[] = [[413, 'payload_too_large']]
export const headersTooLarge: readonly Expected[] = [[431, 'headers_too_large']]
export const fine: Expected = [200, null]

export const body: string = JSON.stringify(matchBody)

/** The lines that every request needs. */
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

/** One 200 on a connection that stays open. */
export function ok(name: string, bytes: string, charged: number = 0): RawCase {
  return { name, bytes, expected: [fine], closed: false, charged }
}

/** One refusal that closes the connection. */
export function refused(name: string, bytes: string | Buffer, expected: readonly Expected[] = bad): RawCase {
  return { name, bytes, expected, closed: true }
}

/** One refusal that keeps the connection. */
export function kept(name: string, bytes: string | Buffer, expected: readonly Expected[]): RawCase {
  return { name, bytes, expected, closed: false }
}
