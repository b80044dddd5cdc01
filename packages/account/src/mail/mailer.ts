import { type Clock, errorFields, type Log, type RandomBytes, type Timers, toUtc } from '@riftline/ledger'
import type { Mail, MailQueue } from './mail.ts'
import { newMailId } from './mail-id.ts'
import { type Message, textOf } from './messages.ts'

/** Hands one mail on; rejects where that failed. */
export type Transport = (mail: Mail) => Promise<void>

export interface MailerDeps {
  readonly queue: MailQueue
  /** Null: mails stay in the queue, whose files an operator reads. */
  readonly transport: Transport | null
  /** Whether other processes take mails into the same queue. */
  readonly isShared: boolean
  readonly clock: Clock
  readonly randomBytes: RandomBytes
  readonly timers: Timers
  readonly log: Log
}

export interface Mailer {
  /** Resolves when the mail is durable; it leaves after that. */
  send(to: string, message: Message): Promise<void>
  /** Drops what waits for an address. */
  forget(to: string): Promise<void>
  /** Sends what an earlier process left. @returns the function that ends it, once what is being sent has been */
  start(): () => Promise<void>
}

const retryMs = 60_000
const giveUpMs = 86_400_000
/** What another process on the same database took in is its own to send, unless it is gone. */
const othersMs = 10 * 60_000

export function createMailer(deps: MailerDeps): Mailer {
  const { queue, transport, isShared, clock, timers, log } = deps
  /** Mails that this process took in. */
  const own = new Set<string>()
  let sending: Promise<void> = Promise.resolve()
  let isEnded = false

  const kick = (): void => {
    if (transport === null || isEnded) return
    sending = sending
      .then(() => sendAll(transport))
      .catch((error: unknown) => {
        log({ level: 'error', event: 'mail_queue_failed', ...errorFields(error) })
      })
  }

  async function sendAll(transport: Transport): Promise<void> {
    for (const mail of (await queue.list()).toReversed()) {
      if (isEnded) return
      const ageMs = clock.now() - Date.parse(`${mail.atUtc}Z`)
      if (isShared && !own.has(mail.id) && ageMs < othersMs) continue
      await sendOne(mail, ageMs, transport)
    }
  }

  async function sendOne(mail: Mail, ageMs: number, transport: Transport): Promise<void> {
    try {
      await transport(mail)
    } catch (error) {
      const isOver = ageMs > giveUpMs
      // Messages of mail servers repeat addresses.
      const code = String(Object(error).responseCode ?? Object(error).code ?? 'unknown')
      log({
        level: isOver ? 'error' : 'warn',
        event: isOver ? 'mail_given_up' : 'mail_not_sent',
        mailId: mail.id,
        code,
      })
      if (!isOver) return
    }
    await queue.remove(mail.id)
    own.delete(mail.id)
  }

  return {
    async send(to, message) {
      const now = clock.now()
      const id = newMailId(now, deps.randomBytes)
      const { subject, link = null } = message
      await queue.add({ id, atUtc: toUtc(now), to, subject, text: textOf(message), link })
      own.add(id)
      kick()
    },
    forget: (to) => queue.removeTo(to),
    start() {
      kick()
      const stop = timers.every(retryMs, kick)
      return async () => {
        isEnded = true
        stop()
        await sending
      }
    },
  }
}
