import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect, it, onTestFinished } from 'vitest'
import { createSmtpTransport } from '#account/mail/smtp-transport.ts'

interface Came {
  readonly to: readonly string[]
  readonly text: string
}

/** Starts an SMTP server that takes every mail, or refuses every recipient. */
async function startMailServer(refuses = false): Promise<{ readonly url: string; readonly came: readonly Came[] }> {
  const came: Came[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (_address, _session, done) => done(refuses ? new Error('no such user') : null),
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const text = Buffer.concat(chunks).toString().replaceAll('\r', '')
        came.push({ to: envelope.rcptTo.map(({ address }) => address), text })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)))
  const { port } = server.server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, came }
}

const link = 'https://account.example/confirm?token=x'
const mail = {
  id: '1795726471490-bP1P7H1vTmPP',
  atUtc: '2026-11-26T20:00:00',
  to: 'ada@example.org',
  subject: 'Confirm your e-mail for riftline',
  text: `Open this link:\n\n${link}\n\nNothing happens without it.\n`,
  link,
}

it('the transport sends a mail unchanged, with the operator’s sender and a Message-ID of its own', async () => {
  const { url, came } = await startMailServer()
  await createSmtpTransport(url, 'noreply@account.example')(mail)
  expect(came.map(({ to }) => to)).toEqual([['ada@example.org']])
  const [head = '', ...paragraphs] = (came[0]?.text ?? '').split('\n\n')
  expect(head).toContain('From: riftline <noreply@account.example>\nTo: ada@example.org\n')
  expect(head).toContain(`Subject: ${mail.subject}\n`)
  expect(head).toContain(`Message-ID: <${mail.id}@account.example>`)
  expect(head).toContain('Content-Type: text/plain')
  expect(paragraphs.join('\n\n').trim()).toBe(mail.text.trim())
})

it('the transport sends a mail to neither of two addresses in one', async () => {
  const { url, came } = await startMailServer()
  await createSmtpTransport(
    url,
    'noreply@account.example',
  )({ ...mail, to: 'eve@example.org,ada@example.org' }).catch(() => {})
  expect(came.flatMap(({ to }) => to).filter((to) => to === 'ada@example.org' || to === 'eve@example.org')).toEqual([])
})

it('the transport rejects with the server’s code when the recipient is refused', async () => {
  const { url } = await startMailServer(true)
  await expect(createSmtpTransport(url, 'noreply@account.example')(mail)).rejects.toMatchObject({ responseCode: 550 })
})
