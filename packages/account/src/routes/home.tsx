import { raw } from 'hono/html'
import type { AccountDeps, ApiDocs } from '../account-deps.ts'
import { doneText, file, notFound, type Reply, shown } from '../frame/reply.ts'
import { openPage, type PageRoute } from '../frame/route.ts'
import { IpRuleNotice } from '../pages/notices.tsx'
import { CreditPrices, Prices } from '../pages/offers.tsx'
import { CopyButton, CurlExample } from '../pages/text.tsx'

export function homeRoutes(deps: AccountDeps): readonly PageRoute[] {
  return [
    {
      path: '/',
      title: 'riftline',
      get: openPage(({ query, who }) =>
        shown('riftline', <Home deps={deps} isKnown={who !== null} />, doneText(query)),
      ),
    },
    textRoute('/terms', 'Terms', deps.terms),
    textRoute('/privacy', 'Privacy', deps.privacy),
  ]
}

function textRoute(path: string, title: string, text: string | null): PageRoute {
  return {
    path,
    title,
    get: openPage(() => {
      if (text === null) throw notFound()
      return shown(title, <PlainText text={text} title={title} />)
    }),
  }
}

function Home({ deps, isKnown }: { readonly deps: AccountDeps; readonly isKnown: boolean }) {
  const { api, config, payments } = deps
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
      <CurlExample deps={deps} authorization="Bearer $RIFTLINE_API_KEY" />
      <p>
        <CopyButton of="curl" name="Copy command" />
      </p>
      <h2>Fair use</h2>
      <p>{api.ratePerMinute} calls a minute for each key.</p>
      <IpRuleNotice rule={api.ipRule} />
    </>
  )
}

/** Operator's text: empty lines separate paragraphs, and `# ` begins a heading. */
function PlainText({ text, title }: { readonly text: string; readonly title: string }) {
  const blocks = text
    .replaceAll('\r\n', '\n')
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter((block, index) => block !== '' && !(index === 0 && block === `# ${title}`))
  return (
    <>
      {blocks.flatMap((block) => {
        if (!block.startsWith('# ')) return [<p>{block}</p>]
        const [heading = '', ...rest] = block.split('\n')
        return [<h2>{heading.slice(2).trim()}</h2>, ...(rest.length === 0 ? [] : [<p>{rest.join('\n')}</p>])]
      })}
    </>
  )
}

const plain = 'text/plain; charset=utf-8'

/** Documentation of `/v1`, which the server generates from its contract. */
export function docsPages({ api }: AccountDeps): readonly PageRoute[] {
  const route = (path: string, title: string, answer: (docs: ApiDocs) => Reply): PageRoute => ({
    path,
    title,
    get: openPage(async () => answer(await api.docs())),
  })
  return [
    route('/docs', 'API reference', ({ reference }) => shown('API reference', raw(reference))),
    route('/docs/errors', 'Errors', ({ errors }) => shown('Errors', raw(errors))),
    route('/llms.txt', 'llms.txt', ({ llms }) => file(plain, llms)),
    ...['/docs/viewer.js', '/docs/viewer.css', '/docs/start.js'].map((path) =>
      route(path, 'API reference', ({ files: { [path]: found } }) =>
        found === undefined ? file(plain, '') : file(found.type, found.body.toString()),
      ),
    ),
  ]
}
