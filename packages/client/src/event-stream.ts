import { RiftlineConnectionError } from './errors.ts'

/** Event of a stream. `data` is empty for one that only names a place. */
export interface StreamEvent {
  readonly type: string
  /** Last id of the stream so far; empty before the first. */
  readonly id: string
  readonly data: string
}

/** Limit of an event, a thousand times the longest change. */
const mostChars = 1_048_576

/**
 * Creates a reader of Server-Sent Events by WHATWG HTML 9.2. It takes pieces of the body, cut anywhere, and returns the events that
 * each piece ends. Unlike `EventSource` it returns an event without data too, because its id is a place to resume from.
 *
 * @param onRetry takes the reconnection time that the server asks for, in milliseconds
 * @throws RiftlineConnectionError `invalid_response` for an event over 1 MiB
 */
export function createEventReader(onRetry: (ms: number) => void): (piece: Uint8Array) => readonly StreamEvent[] {
  const decoder = new TextDecoder()
  let rest = ''
  let endsInCr = false
  let type = ''
  let id = ''
  let data: string[] = []
  let dataChars = 0
  let hasFields = false

  function readLine(line: string, events: StreamEvent[]): void {
    if (line === '') {
      if (hasFields) events.push({ type: type || 'message', id, data: data.join('\n') })
      type = ''
      data = []
      dataChars = 0
      hasFields = false
      return
    }
    const [, name, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line)!
    if (name === 'data') {
      data.push(value)
      dataChars += value.length + 1
    }
    if (name === 'event') type = value
    else if (name === 'id' && !value.includes('\0')) id = value
    else if (name === 'retry' && /^\d+$/.test(value)) onRetry(Number(value))
    hasFields ||= name === 'data' || name === 'id' || name === 'event'
  }

  return (piece) => {
    const text = decoder.decode(piece, { stream: true })
    const events: StreamEvent[] = []
    if (text === '') return events
    // The LF of a CRLF may come in the next piece.
    const lines = (endsInCr && text[0] === '\n' ? text.slice(1) : text).split(/\r\n?|\n/)
    endsInCr = text.endsWith('\r')
    for (let i = 0; i < lines.length; i++) {
      rest += lines[i]
      if (dataChars + rest.length > mostChars)
        throw new RiftlineConnectionError('invalid_response', `an event is over ${mostChars} characters`)
      if (i === lines.length - 1) break
      readLine(rest, events)
      rest = ''
    }
    return events
  }
}
