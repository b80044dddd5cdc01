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

export interface Mailer {
  /** Resolves when the mail is durable; it leaves after that. A notice beyond the budget of its address is dropped. */
  send(to: string, message: Message): Promise<void>
  /** As `send`, and to nobody (null) as much work, of which nothing is left. */
  sendOrPretend(to: string | null, message: Message): Promise<void>
  /** Drops what waits for an address. */
  forget(to: string): Promise<void>
  /** Drops mails by the token in their link: what else waits for the same address may be somebody else's. */
  forgetLinks(isOver: (token: string) => boolean): Promise<void>
  /** Sends what an earlier process left. @returns the function that ends it, once what is being sent has been */
  start(): () => Promise<void>
}

const mostAddresses = 20_000

export function createMailer(deps: MailerDeps): Mailer {
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
    async sendOrPretend(to, message) {
      if (to === null) return queue.remove((await addToQueue(nobody, message)).id)
      await send(to, message)
      // No mail has this id: removing it costs as much as removing the other.
      await queue.remove(newMailId(clock.now(), deps.randomBytes))
    },
    async forget(to) {
      await queue.removeTo(to)
      delivery.forget(to)
    },
    async forgetLinks(isOver) {
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
