import type { JSX } from 'hono/jsx/jsx-runtime'
import type { AccountDeps } from '../account-deps.ts'
import { doneText } from '../frame/done.ts'
import { notFound } from '../frame/page-error.ts'
import { shown } from '../frame/reply.ts'
import type { Route } from '../frame/route.ts'
import { CopyButton } from '../pages/copy-button.tsx'
import { CurlExample } from '../pages/curl-example.tsx'
import { IpRule } from '../pages/ip-rule.tsx'
import { PlainText } from '../pages/plain-text.tsx'
import { CreditPrices, Prices } from '../pages/prices.tsx'

export function homeRoutes(deps: AccountDeps): readonly Route[] {
  return [
    {
      path: '/',
      title: 'riftline',
      get: {
        access: 'open',
        show: ({ query, who }) =>
          shown('riftline', <Home deps={deps} isKnown={who !== null} />, { status: doneText(query.get('done')) }),
      },
    },
    textRoute('/terms', 'Terms', deps.terms),
    textRoute('/privacy', 'Privacy', deps.privacy),
  ]
}

function textRoute(path: string, title: string, text: string | null): Route {
  return {
    path,
    title,
    get: {
      access: 'open',
      show() {
        if (text === null) throw notFound()
        return shown(title, <PlainText text={text} title={title} />)
      },
    },
  }
}

function Home({ deps, isKnown }: { readonly deps: AccountDeps; readonly isKnown: boolean }): JSX.Element {
  const { api, apiUrl, config, payments } = deps
  return (
    <>
      <p>
        Chances of League of Legends esports series, by three models and their consensus, over one HTTP interface. Each
        account gets {api.freeCredits} free credits a month.
      </p>
      {!isKnown && config.signUp === 'open' && (
        <p class="actions">
          <a class="button" href="/sign-up">
            Create a free account
          </a>
        </p>
      )}
      <h2>Prices</h2>
      <Prices lines={api.prices} />
      {payments.plans !== null && <CreditPrices plans={payments.plans} />}
      <h2>Quick start</h2>
      <ol>
        <li>Sign up and confirm your e-mail.</li>
        <li>Create a key. It is shown once.</li>
        <li>Ask for a prediction:</li>
      </ol>
      <CurlExample id="curl" apiUrl={apiUrl} authorization="Bearer $RIFTLINE_API_KEY" body={api.exampleBody} />
      <p>
        <CopyButton of="curl" name="Copy command" />
      </p>
      <h2>Fair use</h2>
      <p>{api.ratePerMinute} calls a minute for each key.</p>
      <IpRule rule={api.ipRule} />
    </>
  )
}
