import { createTransport } from 'nodemailer'
import { isLoopback } from '../urls.ts'
import type { Transport } from './mailer.ts'

const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/** Hands mails to an SMTP server: the URL may hold name and password, `smtps:` or STARTTLS where the server offers it. */
export function createSmtpTransport(url: string, from: string): Transport {
  const { protocol, hostname, port, username, password } = new URL(url)
  const isTls = protocol === 'smtps:'
  const auth =
    username === '' ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }
  const transporter = createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isTls ? 465 : 587) : Number(port),
    secure: isTls,
    // A password leaves encrypted, or not at all; on this machine nobody listens in between.
    requireTLS: username !== '' && !isLoopback(hostname),
    ...auth,
    ...patience,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return async ({ id, to, subject, text }) => {
    // As an object: of a text with a comma nodemailer makes two people.
    await transporter.sendMail({
      from: { name: 'riftline', address: from },
      to: { name: '', address: to },
      subject,
      text,
      messageId: `<${id}@${from.split('@')[1] ?? 'localhost'}>`,
      textEncoding: 'quoted-printable',
    })
  }
}
