import type { Answer } from './answer.ts'
import { isAlive, isOpen } from './defence/connections.ts'
import type { Exchange } from './exchange.ts'
import { writeAnswer } from './write-answer.ts'

/**
 * What became of an answer. `delivered`: the kernel took its last byte from a sound socket, read or not. `cut-off`: the
 * line broke in its turn, and bytes of it may have left. `unsent`: none did.
 */
export type Fate = 'delivered' | 'cut-off' | 'unsent'

export interface ToSend {
  readonly answer: Answer
  readonly headers: Record<string, string>
  /** Whether the connection takes no more requests. */
  readonly isLast: boolean
  /** Called once, with what became of the answer. */
  readonly onEnd: (fate: Fate) => void
}

/** Writes an answer, and says once whether it was delivered. */
export function sendAnswer(exchange: Exchange, toSend: ToSend): void {
  if (!isOpen(exchange.request.socket)) {
    toSend.onEnd('unsent')
    return
  }
  watchEnd(exchange, toSend)
  writeAnswer(exchange, toSend.answer, toSend.headers, toSend.isLast)
}

/**
 * Delivered is the `finish` event of a sound socket, and nothing else. After the socket has closed, `writableFinished` reads
 * true although not one byte left; and when it is destroyed over an answer that the kernel has not taken yet, or the write
 * itself finds the line broken, `finish` fires too. Prepended, because Node's own listener destroys the socket
 * after an answer that closes it.
 *
 * An answer's turn has come when its response has the socket. Node hands it on at the `finish` of the one before even when
 * the socket is over by then, so that only the first to end on such a socket can have been read.
 */
function watchEnd(exchange: Exchange, { onEnd }: ToSend): void {
  const { connection, response } = exchange
  const { socket } = exchange.request
  const { onClose } = connection

  function end(delivered: boolean): void {
    const hasEnded = !onClose.remove(gone)
    if (hasEnded) return
    const mayBeRead = !connection.isOver && response.socket !== null
    onEnd(delivered ? 'delivered' : mayBeRead ? 'cut-off' : 'unsent')
  }

  const gone = onClose.add(() => end(false))
  response.prependListener('finish', () => {
    end(isAlive(socket))
    if (!isOpen(socket)) connection.isOver = true
  })
}
