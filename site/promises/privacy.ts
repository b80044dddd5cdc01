import type { PromiseTheme } from './stated-promise.ts'

const security = 'SECURITY.md'

export const privacyPromises: PromiseTheme = {
  heading: 'Security and privacy',
  promises: [
    {
      claim: 'Keys are stored as hashes only',
      document: security,
      quote: 'A key is shown once; the ledger, exports and backups have only its SHA-256.',
      tests: [
        {
          file: 'test/cli/accounts.test.ts',
          title: 'a new key is printed alone on its line, and only its hash is stored',
        },
      ],
      figures: [{ text: '$1 random bits in a key', file: security, pattern: /Keys\*\* are (\d+) random bits/ }],
    },
    {
      claim: 'No error shows a key',
      document: 'packages/client/README.md',
      quote: 'No error contains the key.',
      tests: [
        {
          file: 'test/client/retries.test.ts',
          title: 'no error shows the key, even when fetch or the server repeats it',
        },
        {
          file: 'test/cli/mcp/server.test.ts',
          title: 'an unknown key and an absent or foreign server are tool errors that show no key',
        },
      ],
      figures: [],
    },
    {
      claim: 'Commands send their token only to a server that knows it',
      document: security,
      quote: 'A command sends the token only to a server that proves that it knows it.',
      tests: [
        {
          file: 'test/cli/find-server.test.ts',
          title: 'the token is sent only on the connection that delivered the proof',
        },
        {
          file: 'test/cli/find-server.test.ts',
          title: 'a proof relayed from the true server is not valid for the relay',
        },
      ],
      figures: [],
    },
    {
      claim: 'Credentials follow no redirect to another host',
      document: security,
      quote: 'redirects lead to no private address and carry no credentials elsewhere',
      tests: [
        {
          file: 'test/sources/http/redirects.test.ts',
          title: 'a redirect to another host carries no credentials, neither headers nor cookies',
        },
        {
          file: 'test/sources/http/redirects.test.ts',
          title: 'a public address may not redirect to a private one, by number or by name',
        },
      ],
      figures: [],
    },
    {
      claim: 'No page asks another host',
      document: 'packages/server/README.md',
      quote: 'Swagger UI with this document, served without another host',
      tests: [
        {
          file: 'test/server/docs.test.ts',
          title: 'the pages of the docs contain no inline script, no inline style and no address of another host',
        },
        {
          file: 'test/cli/pictures/in-chromium.test.ts',
          title: 'in both colour schemes the page has no axe violation, no sideways scroll and no request',
        },
        { file: 'test/site/record-browser.test.ts', title: 'ask no other host' },
      ],
      figures: [],
    },
    {
      claim: 'The account page works without script, by keyboard and on a phone',
      document: 'packages/account/README.md',
      quote:
        'Tests check each page and form error with axe in both schemes and at two widths, use it by keyboard, and play a customer’s whole story with and without script in Chromium.',
      tests: [
        {
          file: 'test/account/browser/accessibility.test.ts',
          title: 'axe finds no fault on pages of a new account, and none scrolls sideways',
        },
        {
          file: 'test/account/browser/keyboard.test.ts',
          title: 'Tab reaches every control on %s in order, each with a visible outline, and then leaves the page',
        },
        {
          file: 'test/account/browser/story.test.ts',
          title: 'a customer signs up, calls, pays, limits and changes keys',
        },
      ],
      figures: [],
    },
    {
      claim: 'A form is accepted only from its own page, and a mailed link works once',
      document: security,
      quote: 'A form is accepted only from its own page, and no script is needed.',
      tests: [
        {
          file: 'test/account/attacks-links.test.ts',
          title: 'a mailed link works once when its form is sent twice at once',
        },
        {
          file: 'test/account/attacks-requests.test.ts',
          title: 'a form from its own page needs only one of Sec-Fetch-Site and Origin',
        },
        {
          file: 'test/account/attacks-key-limits.test.ts',
          title: 'a form of another site, without an origin, or without a session changes nothing',
        },
      ],
      figures: [],
    },
    {
      claim: 'A sign-up does not tell who has an account',
      document: security,
      quote: 'learning who has an account',
      tests: [
        {
          file: 'test/account/attacks-people.test.ts',
          title: 'the answer to the eleventh wrong password is the same for a known and an unknown address',
        },
        {
          file: 'test/account/attacks-people.test.ts',
          title: 'a sign-up with a known address gets a mail that says so, without a link to confirm',
        },
      ],
      figures: [],
    },
  ],
}
