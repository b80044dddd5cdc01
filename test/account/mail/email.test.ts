import fc from 'fast-check'
import { expect, it } from 'vitest'
import { comparedEmail, createBlockedDomains, parseEmail } from '#account/mail/email.ts'

it.each([
  'me@example.org',
  'Me.Too+news@Sub.Example.ORG',
  "o'hara!#$%&*/=?^_`{|}~-@xn--bcher-kva.example",
  'a@b.co',
  `${'a'.repeat(64)}@example.org`,
  `a@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.${'e'.repeat(57)}.co`,
])('parseEmail accepts %s unchanged', (text) => {
  expect(parseEmail(text)).toBe(text)
})

it.each([
  ['a comma, which reaches two people', 'a@example.org,b@example.org'],
  ['a comma in the local part', 'a,b@example.org'],
  ['a line break', 'a@example.org\r\nBcc: b@example.org'],
  ['a line break at the end', 'a@example.org\n'],
  ['a zero character', 'a\0@example.org'],
  ['a space', ' a@example.org'],
  ['a dotless i', 'adm\u0131n@example.org'],
  ['a dotless i in the domain', 'admin@g\u0131thub.com'],
  ['a full-width letter', 'a@ex\uff41mple.org'],
  ['255 characters', `a@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.${'e'.repeat(58)}.co`],
  ['65 characters before the @', `${'a'.repeat(65)}@example.org`],
  ['a label of 64 characters', `a@${'b'.repeat(64)}.org`],
  ['a display name', 'Anna <a@example.org>'],
  ['quotes', '"a b"@example.org'],
  ['a comment', 'a(x)@example.org'],
  ['two @', 'a@b@example.org'],
  ['no @', 'example.org'],
  ['nothing before the @', '@example.org'],
  ['no dot in the domain', 'a@localhost'],
  ['an IP address as the domain', 'a@127.0.0.1'],
  ['an IP address in brackets', 'a@[127.0.0.1]'],
  ['a dot at the end', 'a@example.org.'],
  ['two dots', 'a..b@example.org'],
  ['a dot at the beginning', '.a@example.org'],
  ['a hyphen at the end of a label', 'a@example-.org'],
  ['nothing', ''],
])('parseEmail refuses %s', (_what, text) => {
  expect(parseEmail(text)).toBeNull()
})

it.each([
  ['Me+News@Example.ORG', 'me@example.org'],
  ['me+a+b@example.org', 'me@example.org'],
  ['me@example.org', 'me@example.org'],
  ['+me@example.org', '+me@example.org'],
  ['me+@example.org', 'me@example.org'],
])('the compared form of %s is %s', (email, compared) => {
  expect(comparedEmail(email)).toBe(compared)
})

it('the compared form of an address is a valid address and its own compared form', () => {
  const local = fc.stringMatching(/^[a-zA-Z0-9+_-]{1,20}$/)
  const domain = fc.stringMatching(/^[a-zA-Z0-9]{1,10}\.[a-z]{2,5}$/)
  fc.assert(
    fc.property(local, domain, (name, host) => {
      const email = parseEmail(`${name}@${host}`)
      const compared = comparedEmail(email ?? '')
      expect(parseEmail(compared)).toBe(compared)
      expect(comparedEmail(compared)).toBe(compared)
    }),
  )
})

it('a blocked domain blocks its subdomains, and no other domain with the same ending', () => {
  const isBlocked = createBlockedDomains(
    '# throw-away\nMailinator.com\r\n\n  @trash.example # comment\n.dotted.example.\n',
  )
  const at = (domain: string) => isBlocked(`a@${domain}`)
  for (const domain of ['mailinator.com', 'eu.MAILINATOR.com', 'trash.example', 'dotted.example'])
    expect(at(domain)).toBe(true)
  for (const domain of ['notmailinator.com', 'com', 'example', 'example.org', 'mailinator.com.org'])
    expect(at(domain)).toBe(false)
  expect(createBlockedDomains('')('a@example.org')).toBe(false)
})
