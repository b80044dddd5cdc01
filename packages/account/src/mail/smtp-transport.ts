import { createTransport } from 'nodemailer'
import { isLoopback } from '../urls.ts'
import type { Transport } from './mailer.ts'

const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/** Sends mails by SMTP. The URL may contain name and password; TLS is used for `smtps:`, and by STARTTLS when the server offers it. */
export function createSmtpTransport(url: string, from: string): Transport {
  const { protocol, hostname, port, username, password } = new URL(url)
  const isTls = protocol === 'smtps:'
  const auth =
    username === '' ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }
  const transporter = createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isTls ? 465 : 587) : Number(port),
    secure: isTls,
    // A password is sent only over an encrypted connection, or on this machine.
    requireTLS: username !== '' && !isLoopback(hostname),
    ...auth,
    ...patience,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return async ({ id, to, subject, text }) => {
    // The sender is an object, because nodemailer splits a text with a comma into two addresses.
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
