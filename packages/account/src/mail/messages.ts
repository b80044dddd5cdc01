import { toUtc } from '@riftline/base'

/** A mail before it has a time and a name. */
export interface Message {
  readonly subject: string
  /** Paragraphs. The link, if there is one, stands alone on its line behind the first. */
  readonly paragraphs: readonly string[]
  readonly link?: string
}

/** Subjects of mails that somebody asked for on a page and waits for; the others are notices. */
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

export function confirmMessage(link: string): Message {
  return {
    subject: 'Confirm your e-mail for riftline',
    paragraphs: ['Open this link within 24 hours and enter the password you chose, and your account is ready:', ignore],
    link,
  }
}

export function alreadyMessage(signIn: string): Message {
  return {
    subject: 'You already have a riftline account',
    paragraphs: [
      'Somebody, perhaps you, asked to sign up with this address. It has an account already. Sign in here, or choose a new password there:',
      'If this was not you, there is nothing to do.',
    ],
    link: signIn,
  }
}

/** @param until when a deleted address may be used again */
export function notYetMessage(until: number): Message {
  return {
    subject: 'Confirm your e-mail for riftline',
    paragraphs: [
      `An account with this address was deleted this month. A new one can be made from ${toUtc(until).slice(0, 10)} (UTC) on.`,
    ],
  }
}

export function resetMessage(link: string): Message {
  return {
    subject: 'Reset your riftline password',
    paragraphs: ['Choose a new password within an hour:', ignore],
    link,
  }
}

export function newEmailMessage(link: string): Message {
  return {
    subject: 'Confirm your new e-mail for riftline',
    paragraphs: ['Open this link within an hour, and this address becomes that of your account:', ignore],
    link,
  }
}

export function inviteMessage(link: string): Message {
  return {
    subject: 'You are invited to riftline',
    paragraphs: ['Open this link within 7 days and choose a password, and your account is ready:', ignore],
    link,
  }
}

export function signInMessage(at: number, browser: string, network: string, forgot: string): Message {
  return {
    subject: 'New sign-in to riftline',
    paragraphs: [`Your account was signed in to at ${utc(at)} from ${network} with ${browser}. ${notYou}`],
    link: forgot,
  }
}

export function keyMessage(at: number, prefix: string, name: string, keys: string): Message {
  return {
    subject: 'A riftline key was created',
    paragraphs: [`The key ${prefix} (${name}) was created at ${utc(at)}. If this was not you, revoke it here:`],
    link: keys,
  }
}

export function passwordMessage(at: number, forgot: string): Message {
  return {
    subject: 'Your riftline password was changed',
    paragraphs: [`It was changed at ${utc(at)}, and other sessions have ended. ${notYou}`],
    link: forgot,
  }
}

export function emailChangeMessage(at: number, forgot: string): Message {
  return {
    subject: 'Your riftline e-mail is being changed',
    paragraphs: [
      `At ${utc(at)} a change of your account's address was asked for. It takes place when the new address is confirmed. ${notYou}`,
    ],
    link: forgot,
  }
}

export function lowMessage(balance: number, below: number, credits: string): Message {
  return {
    subject: 'Your riftline credits are low',
    paragraphs: [`${balance} credits are left, fewer than the ${below} you asked to be told at. Buy more here:`],
    link: credits,
  }
}

export function paidMessage(what: string, price: string, credits: number, page: string): Message {
  return {
    subject: 'Payment received',
    paragraphs: [
      `Thank you. ${price} was paid for ${what}: ${credits} credits are in your account. Receipts are here:`,
    ],
    link: page,
  }
}

export function refundedMessage(what: string, taken: number, page: string): Message {
  return {
    subject: 'Payment refunded',
    paragraphs: [
      `The payment for ${what} was given back; ${taken} unspent credits of it were taken back. Details are here:`,
    ],
    link: page,
  }
}

export function renewalMessage(plan: string, page: string): Message {
  return {
    subject: 'Your riftline plan could not be renewed',
    paragraphs: [`The payment for ${plan} did not go through. Check how you pay here, or the plan ends:`],
    link: page,
  }
}

/** @param why as the payment's status */
export function notGivenMessage(what: string, why: 'mismatch' | 'unclaimed', page: string): Message {
  const reason =
    why === 'mismatch'
      ? 'it does not fit what was sold, so that no credits were given.'
      : 'the account is banned, so that no credits were given.'
  return {
    subject: 'A payment needs a look',
    paragraphs: [
      `The payment for ${what} came in, but ${reason} The operator of the service was told, and gives the money back or puts it right. It is listed here:`,
    ],
    link: page,
  }
}

export function bannedMessage(reason: string, page: string): Message {
  return {
    subject: 'Your riftline account was banned',
    paragraphs: [`${reason} Its keys are refused from now on. What happened, and where to appeal, stands here:`],
    link: page,
  }
}

export function deletedMessage(support: string | null): Message {
  return {
    subject: 'Your riftline account was deleted',
    paragraphs: [
      'Your keys are revoked and your personal data is gone. Charges stay in the ledger without your name or address.',
      support === null
        ? 'If this was not you, write to the operator of the service.'
        : `If this was not you, write to ${support}.`,
    ],
  }
}

function utc(at: number): string {
  return `${toUtc(at).replace('T', ' ')} UTC`
}

/** Lines of at most 72 characters but for links, all ASCII: what is not becomes a question mark. */
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
