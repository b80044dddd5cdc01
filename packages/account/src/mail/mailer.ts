import { toUtc } from '@riftline/base'
import type { RandomBytes } from '@riftline/base/node'
import { createWindows, notices } from '../limits/budgets.ts'
import { comparedEmail } from './email.ts'
import { createMailDelivery, type MailDeliveryDeps, nobody } from './mail-delivery.ts'
import { type Mail, newMailId } from './mail-queue.ts'
import { isAwaited, type Message, textOf } from './messages.ts'

export interface MailerDeps extends MailDeliveryDeps {
  readonly randomBytes: RandomBytes
}

export type Mailer = ReturnType<typeof createMailer>

const mostAddresses = 20_000

/** Makes the sender of messages. A mail is durable before it leaves. */
export function createMailer(deps: MailerDeps) {
  const { queue, transport, clock, log } = deps
  const delivery = createMailDelivery(deps)
  const noticed = createWindows(notices, clock, mostAddresses)

  async function addToQueue(to: string, message: Message): Promise<Mail> {
    const now = clock.now()
    const { subject, link = null } = message
    const mail = { id: newMailId(now, deps.randomBytes), atUtc: toUtc(now), to, subject, text: textOf(message), link }
    await queue.add(mail)
    return mail
  }

  /** Resolves when the mail is durable; it leaves after that. A notice beyond the budget of its address is dropped. */
  async function send(to: string, message: Message): Promise<void> {
    if (!isAwaited(message) && !mayNotice(to, message)) return
    const mail = await addToQueue(to, message)
    if (transport !== null) delivery.add(mail)
  }

  function mayNotice(to: string, { subject }: Message): boolean {
    const key = `${comparedEmail(to)} ${subject}`
    const isAllowed = noticed.waitMs(key) === 0
    if (isAllowed) noticed.count(key)
    else log({ level: 'warn', event: 'notice_dropped', subject })
    return isAllowed
  }

  return {
    send,
    /** As `send`; to nobody (null) it does as much work, of which nothing is left. */
    async sendOrPretend(to: string | null, message: Message): Promise<void> {
      if (to === null) return queue.remove((await addToQueue(nobody, message)).id)
      await send(to, message)
      // No mail has this id: removing it costs as much as removing the other.
      await queue.remove(newMailId(clock.now(), deps.randomBytes))
    },
    /** Drops what waits for an address. */
    async forget(to: string): Promise<void> {
      await queue.removeTo(to)
      delivery.forget(to)
    },
    /** Drops mails by the token in their link: what else waits for the same address may be somebody else's. */
    async forgetLinks(isOver: (token: string) => boolean): Promise<void> {
      for (const { id, link } of await queue.list()) {
        const token = tokenOf(link)
        if (token !== null && isOver(token)) await delivery.drop(id)
      }
    },
    start: delivery.start,
  }
}

function tokenOf(link: string | null): string | null {
  return link === null || !URL.canParse(link) ? null : new URL(link).searchParams.get('token')
}
