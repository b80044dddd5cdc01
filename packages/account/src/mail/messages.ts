import { toUtc } from '@riftline/base'

/** Mail before it gets a time and an id. */
export interface Message {
  readonly subject: string
  /** Paragraphs of the text. A link stands alone on its line after the first paragraph. */
  readonly paragraphs: readonly string[]
  readonly link?: string
}

/** Subjects of mails that a person requested on a page and waits for; all others are notices. */
const awaited: readonly string[] = [
  'Confirm your e-mail for riftline',
  'You already have a riftline account',
  'Reset your riftline password',
  'Confirm your new e-mail for riftline',
  'You are invited to riftline',
]

export function isAwaited({ subject }: Pick<Message, 'subject'>): boolean {
  return awaited.includes(subject)
}

const ignore = 'If this was not you, ignore this mail: nothing happens without the link.'
const notYou = 'If this was not you, choose a new password at once:'

export const confirmMessage = (link: string): Message =>
  message(
    'Confirm your e-mail for riftline',
    'Open this link within 24 hours and enter the password you chose, and your account is ready:',
    link,
    ignore,
  )

export const alreadyMessage = (signIn: string): Message =>
  message(
    'You already have a riftline account',
    'Somebody, perhaps you, asked to sign up with this address. It has an account already. Sign in here, or choose a new password there:',
    signIn,
    'If this was not you, there is nothing to do.',
  )

/** Answers a sign-up with an address that was given up. @param until time from which the address may be used again */
export const notYetMessage = (until: number): Message =>
  message(
    'Confirm your e-mail for riftline',
    `An account with this address was deleted this month. A new one can be made from ${toUtc(until).slice(0, 10)} (UTC) on.`,
  )

export const resetMessage = (link: string): Message =>
  message('Reset your riftline password', 'Choose a new password within an hour:', link, ignore)

export const newEmailMessage = (link: string): Message =>
  message(
    'Confirm your new e-mail for riftline',
    'Open this link within an hour, and this address becomes that of your account:',
    link,
    ignore,
  )

export const inviteMessage = (link: string): Message =>
  message(
    'You are invited to riftline',
    'Open this link within 7 days and choose a password, and your account is ready:',
    link,
    ignore,
  )

export const signInMessage = (at: number, browser: string, network: string, forgot: string): Message =>
  message(
    'New sign-in to riftline',
    `Your account was signed in to at ${utc(at)} from ${network} with ${browser}. ${notYou}`,
    forgot,
  )

export const keyMessage = (at: number, prefix: string, name: string, keys: string): Message =>
  message(
    'A riftline key was created',
    `The key ${prefix} (${name}) was created at ${utc(at)}. If this was not you, revoke it here:`,
    keys,
  )

/** Key that expires at a time. */
interface ExpiringKey {
  readonly prefix: string
  readonly name: string
  readonly at: number
}

/** Most keys that one mail lists. */
const mostListed = 20

/** Warns about keys that expire soon. @param keys at least one, in the order of their expiry */
export function expiryMessage(keys: readonly ExpiringKey[], page: string): Message {
  const listed = keys.slice(0, mostListed).map(({ prefix, name, at }) => `${prefix} (${name}) expires at ${utc(at)}`)
  const more = keys.length > mostListed ? `, and ${keys.length - mostListed} more expire soon` : ''
  const calls = keys.length === 1 ? 'Calls with it' : 'Calls with them'
  const before = `The key ${listed.join(', the key ')}${more}. ${calls} are refused from then on. Set a later date, or make a new key, here:`
  return message('A riftline key expires soon', before, page)
}

export const passwordMessage = (at: number, forgot: string): Message =>
  message(
    'Your riftline password was changed',
    `It was changed at ${utc(at)}, and other sessions have ended. ${notYou}`,
    forgot,
  )

export const emailChangeMessage = (at: number, forgot: string): Message =>
  message(
    'Your riftline e-mail is being changed',
    `At ${utc(at)} a change of your account's address was asked for. It takes place when the new address is confirmed. ${notYou}`,
    forgot,
  )

/** Warns about low credits. @param left such as `1 credit` */
export const lowMessage = (left: string, below: number, page: string): Message =>
  message(
    'Your riftline credits are low',
    `Your account has ${left} left, below the ${below} at which you asked for this mail. Buy more here:`,
    page,
  )

export const paidMessage = (what: string, price: string, credits: string, page: string): Message =>
  message(
    'Payment received',
    `Thank you. ${price} was paid for ${what}, which adds ${credits} to your account. Receipts are here:`,
    page,
  )

export const refundedMessage = (what: string, taken: string, page: string): Message =>
  message(
    'Payment refunded',
    `The payment for ${what} was given back. Its unspent part was taken back: ${taken}. Details are here:`,
    page,
  )

export const renewalMessage = (plan: string, page: string): Message =>
  message(
    'Your riftline plan could not be renewed',
    `The payment for ${plan} did not go through. Check how you pay here, or the plan ends:`,
    page,
  )

export function notGivenMessage(what: string, why: 'mismatch' | 'unclaimed', page: string): Message {
  const reason = why === 'mismatch' ? 'it does not fit what was sold' : 'the account is banned'
  return message(
    'A payment needs a look',
    `The payment for ${what} came in, but ${reason}, so that no credits were given. The operator of the service was told, and gives the money back or puts it right. It is listed here:`,
    page,
  )
}

export const bannedMessage = (reason: string, page: string): Message =>
  message(
    'Your riftline account was banned',
    `${reason} Its keys are refused from now on. What happened, and where to appeal, stands here:`,
    page,
  )

export const deletedMessage = (support: string | null): Message =>
  message(
    'Your riftline account was deleted',
    'Your keys are revoked and your personal data is gone. Charges stay in the ledger without your name or address.',
    null,
    support === null
      ? 'If this was not you, write to the operator of the service.'
      : `If this was not you, write to ${support}.`,
  )

function message(subject: string, before: string, link: string | null = null, after?: string): Message {
  return { subject, paragraphs: after === undefined ? [before] : [before, after], ...(link !== null && { link }) }
}

function utc(at: number): string {
  return `${toUtc(at).replace('T', ' ')} UTC`
}

/** Formats a mail as ASCII in lines of at most 72 characters, links excepted; other characters become question marks. */
export function textOf({ paragraphs, link }: Message): string {
  const [first = '', ...others] = paragraphs.map(wrapped)
  const blocks = [first, ...(link === undefined ? [] : [link]), ...others]
  return `${blocks.join('\n\n')}\n`
}

function wrapped(paragraph: string): string {
  const ascii = paragraph.replace(/[^ -~]/g, '?')
  let line = ''
  const lines: string[] = []
  for (const word of ascii.split(' ')) {
    if (line !== '' && line.length + word.length >= 72) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line].join('\n')
}
