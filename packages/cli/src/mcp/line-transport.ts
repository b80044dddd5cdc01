import type { Readable } from 'node:stream'
import { type JSONRPCMessage, serializeMessage, type Transport } from '@modelcontextprotocol/server'
import { parseMessage, tooLong } from './parse-message.ts'
import { readLines } from './read-lines.ts'

/** A longer message is refused without being kept. Arguments have a lower bound of their own. */
const mostLineBytes = 10 * 1024 * 1024
/** With this many requests without an answer no more are read: whoever does not read answers cannot fill the memory. */
const mostUnanswered = 64

export interface LineTransport extends Transport {
  /** Resolves when nothing will be read or written any more. */
  readonly ended: Promise<void>
}

export interface Lines {
  readonly input: Readable
  /** Rejects when the output cannot be written. */
  readonly write: (text: string) => Promise<void>
}

/**
 * Messages as lines. Unlike the SDK's own transport it answers a line that is no message, goes on after one that is too long, and
 * at the end of its input answers what was asked before it ends.
 */
export function createLineTransport({ input, write }: Lines): LineTransport {
  const unanswered = new Set<unknown>()
  let isClosed = false
  let onChange = (): void => {}
  let onEnded = (): void => {}
  const ended = new Promise<void>((resolve) => {
    onEnded = resolve
  })

  async function writeLine(line: string): Promise<void> {
    if (!isClosed) await write(line).catch(close)
  }

  function receive(line: string | null): Promise<void> | undefined {
    if (line?.trim() === '') return
    const parsed = line === null ? { refusal: tooLong(mostLineBytes) } : parseMessage(line)
    if ('refusal' in parsed) return writeLine(parsed.refusal)
    follow(parsed.message)
    transport.onmessage?.(parsed.message)
    return
  }

  /** What is cancelled, or stays open as long as the connection, is not waited for. */
  function follow(message: JSONRPCMessage): void {
    if (!('method' in message)) return
    if (!('id' in message)) {
      if (message.method === 'notifications/cancelled') unanswered.delete(message.params?.requestId)
    } else if (message.method !== 'subscriptions/listen') unanswered.add(message.id)
  }

  async function untilUnder(most: number): Promise<void> {
    while (unanswered.size >= most && !isClosed) {
      await new Promise<void>((resolve) => {
        onChange = resolve
      })
    }
  }

  async function read(): Promise<void> {
    try {
      for await (const line of readLines(input, mostLineBytes)) {
        await receive(line)
        await untilUnder(mostUnanswered)
      }
      await untilUnder(1)
    } catch (error) {
      // An input that breaks is one that ends.
      if (!isClosed) transport.onerror?.(error instanceof Error ? error : new Error(String(error)))
    }
    await close()
  }

  async function close(): Promise<void> {
    if (isClosed) return
    isClosed = true
    input.destroy()
    onChange()
    transport.onclose?.()
    onEnded()
  }

  const transport: LineTransport = {
    ended,
    async start() {
      void read()
    },
    async send(message) {
      await writeLine(serializeMessage(message))
      if ('method' in message) return
      unanswered.delete(message.id)
      onChange()
    },
    close,
  }
  return transport
}
