import { connect } from 'node:net'
import fc from 'fast-check'
import { type GeneratedRequest, generatedRequest } from './generated-requests.ts'
import { parseResponses, type RawResponse } from './server-raw.ts'

/** Requests on one connection, none of which waits for the answers before it. */
export interface GeneratedPipeline {
  readonly requests: readonly GeneratedRequest[]
  /** Places at which the bytes are cut into packets, as fractions of the whole. */
  readonly cuts: readonly number[]
  /** Whether the client ends its side of the connection at once. */
  readonly halfClosed: boolean
}

export const generatedPipeline = (key: string): fc.Arbitrary<GeneratedPipeline> =>
  fc.record({
    // An answer to HEAD states a length but has no body, so that the start of the next answer could not be found.
    requests: fc.array(
      generatedRequest(key).filter(({ method }) => method !== 'HEAD'),
      { minLength: 1, maxLength: 40 },
    ),
    cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }),
    halfClosed: fc.boolean(),
  })

export interface PipelineAnswers {
  readonly responses: readonly RawResponse[]
  /** Whether the connection ended before all answers had come. */
  readonly isCut: boolean
}

/** Sends a pipeline and reads until all requests are answered or the server closes. */
export async function sendPipeline(
  port: number,
  { requests, cuts, halfClosed }: GeneratedPipeline,
): Promise<PipelineAnswers> {
  const bytes = Buffer.concat(requests.map(bytesOf))
  const places = cuts.map((cut) => Math.floor(cut * bytes.length)).sort((a, b) => a - b)
  const socket = connect({ port, host: '127.0.0.1' })
  let received = Buffer.alloc(0)
  const ended = new Promise<void>((resolve) => {
    socket.on('error', () => {})
    socket.on('close', () => resolve())
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      if (parseResponses(received).length === requests.length) resolve()
    })
  })
  for (const [index, end] of [...places, bytes.length].entries()) {
    socket.write(bytes.subarray(index === 0 ? 0 : places[index - 1], end))
    await new Promise((resolve) => setImmediate(resolve))
  }
  if (halfClosed) socket.end()
  await ended
  socket.destroy()
  const responses = parseResponses(received)
  return { responses, isCut: responses.length < requests.length }
}

function bytesOf({ method, path, headers, body, chunkBytes }: GeneratedRequest): Buffer {
  const lines = Object.entries(headers).flatMap(([name, value]) => [value].flat().map((each) => `${name}: ${each}\r\n`))
  const content = body === undefined ? null : Buffer.from(body)
  if (content !== null)
    lines.push(chunkBytes === undefined ? `Content-Length: ${content.length}\r\n` : 'Transfer-Encoding: chunked\r\n')
  const head = Buffer.from(`${method} ${path} HTTP/1.1\r\nHost: h\r\n${lines.join('')}\r\n`, 'latin1')
  if (content === null || chunkBytes === undefined) return Buffer.concat([head, content ?? Buffer.alloc(0)])
  const chunks = inChunks(content, chunkBytes).flatMap((chunk) => [`${chunk.length.toString(16)}\r\n`, chunk, '\r\n'])
  return Buffer.concat([head, ...[...chunks, '0\r\n\r\n'].map((part) => Buffer.from(part as string))])
}

/** Cuts bytes into chunks of this size. None is empty, since an empty chunk would mean the end. */
export function inChunks(content: Buffer, chunkBytes: number): readonly Buffer[] {
  const count = Math.ceil(content.length / chunkBytes)
  return Array.from({ length: count }, (_, index) => content.subarray(index * chunkBytes, (index + 1) * chunkBytes))
}
