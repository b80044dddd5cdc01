import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createEventReader, type StreamEvent } from '#client/event-stream.ts'

const encoder = new TextEncoder()

function readAll(pieces: readonly Uint8Array[]): { readonly events: StreamEvent[]; readonly retries: number[] } {
  const retries: number[] = []
  const read = createEventReader((ms) => void retries.push(ms))
  return { events: pieces.flatMap((piece) => [...read(piece)]), retries }
}

const eventsOf = (text: string): StreamEvent[] => readAll([encoder.encode(text)]).events

/** The rules of WHATWG HTML 9.2.6 step by step, over a whole text, with events that only have an id kept. */
function byTheRules(whole: string): StreamEvent[] {
  const events: StreamEvent[] = []
  const lines: string[] = []
  let line = ''
  const text = whole.startsWith('\uFEFF') ? whole.slice(1) : whole
  for (let i = 0; i < text.length; i++) {
    const character = text[i]!
    if (character === '\r' || character === '\n') {
      if (character === '\r' && text[i + 1] === '\n') i += 1
      lines.push(line)
      line = ''
    } else line += character
  }
  let [type, data, id, isEvent] = ['', '', '', false]
  for (const one of lines) {
    if (one === '') {
      if (isEvent) events.push({ type: type === '' ? 'message' : type, id, data: data.replace(/\n$/, '') })
      ;[type, data, isEvent] = ['', '', false]
      continue
    }
    if (one.startsWith(':')) continue
    const colon = one.indexOf(':')
    const name = colon === -1 ? one : one.slice(0, colon)
    let value = colon === -1 ? '' : one.slice(colon + 1)
    if (value.startsWith(' ')) value = value.slice(1)
    if (name === 'event') type = value
    if (name === 'data') data += `${value}\n`
    if (name === 'id' && !value.includes('\u0000')) id = value
    if (name === 'id' || name === 'event' || name === 'data') isEvent = true
  }
  return events
}

const word = fc.constantFrom(
  '',
  ' ',
  'a',
  'é',
  '€',
  '😀',
  ':',
  ' b',
  '\u0000',
  '\uFEFF',
  '\u2028',
  '{"seq":"1"}',
  'data',
)
const field = fc.constantFrom('data', 'id', 'event', 'retry', '', ' data', 'Data', 'data ', 'id: 7\ndata', 'x')
const ending = fc.constantFrom('\n', '\r', '\r\n', '\n\n', '\r\r', '\r\n\r\n', '\n\r', '')
const text = fc
  .array(fc.tuple(field, fc.constantFrom(':', ': ', ':  ', ''), fc.array(word, { maxLength: 4 }), ending))
  .map((lines) => lines.map(([name, colon, words, end]) => name + colon + words.join('') + end).join(''))

describe('Server-Sent Events', () => {
  it('any text has the events that the rules of WHATWG HTML 9.2 give', () => {
    const property = fc.property(text, (whole) => {
      expect(eventsOf(whole)).toEqual(byTheRules(whole))
    })
    fc.assert(property, { numRuns: 500 })
  })

  it('any cut of the bytes gives the same events, also inside a character or a line end', () => {
    const cuts = fc.array(fc.nat(), { maxLength: 12 })
    fc.assert(
      fc.property(text, cuts, fc.boolean(), (whole, places, isEachByte) => {
        const bytes = encoder.encode(whole)
        const ends = isEachByte
          ? [...bytes.keys()]
          : places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b)
        const pieces = [...ends, bytes.length].map((end, i, all) => bytes.subarray(all[i - 1] ?? 0, end))
        expect(readAll(pieces)).toEqual(readAll([bytes]))
      }),
      { numRuns: 500 },
    )
  })

  it('an event that has not ended is not returned', () => {
    expect(eventsOf('id: 1\ndata: a\n')).toEqual([])
    expect(eventsOf('id: 1\ndata: a')).toEqual([])
  })

  it('an id stays for later events, also one without data', () => {
    expect(eventsOf('id: 1\n\ndata: a\n\n')).toEqual([
      { type: 'message', id: '1', data: '' },
      { type: 'message', id: '1', data: 'a' },
    ])
  })

  it('retry takes digits alone', () => {
    const { retries } = readAll([encoder.encode('retry: 20\nretry: 1e3\nretry: -1\nretry:\nretry: 0\n')])
    expect(retries).toEqual([20, 0])
  })

  it('comments of any number are passed over', () => {
    expect(eventsOf(`${':'.padEnd(999, 'x')}\n`.repeat(3000))).toEqual([])
  })

  it.each([
    ['a line', 'data: '.padEnd(1_048_577, 'x')],
    ['a comment', ':'.padEnd(1_048_577, 'x')],
    ['many lines of one event', 'data: xxxxxxxxxx\n'.repeat(100_000)],
  ])('%s over 1 MiB is refused', (_, endless) => {
    const bytes = encoder.encode(endless)
    const pieces = Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, i) =>
      bytes.subarray(i * 65_536, (i + 1) * 65_536),
    )
    expect(() => readAll(pieces)).toThrow('an event is over 1048576 characters')
  })
})
