import type { Child } from 'hono/jsx'
import type { AccountDeps } from '../account-deps.ts'
import type { PageContent } from '../frame/reply.ts'
import type { SignedIn } from '../frame/route.ts'
import { BanNotice } from './notices.tsx'
import { scriptPath, stylePath } from './static-files.ts'

interface LayoutProps {
  readonly deps: AccountDeps
  readonly who: SignedIn | null
  readonly path: string
  readonly page: PageContent
}

export function PageLayout({ deps, who, path, page }: LayoutProps) {
  const { heading, errors = [], status = null } = page
  const { supportEmail } = deps.config
  const title = `${errors.length > 0 ? 'Error: ' : ''}${heading}${heading === 'riftline' ? '' : ' · riftline'}`
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <link rel="stylesheet" href={stylePath} />
        <script src={scriptPath} defer></script>
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to content
        </a>
        <header>
          <a class="brand" href="/">
            riftline
          </a>
          <Navigation who={who} path={path} deps={deps} />
        </header>
        <main id="main" tabindex={-1}>
          {who?.ban != null && <BanNotice ban={who.ban} supportEmail={supportEmail} />}
          <h1>{heading}</h1>
          {status !== null && (
            <p id="status" role="status">
              {status}
            </p>
          )}
          {errors.length > 0 && (
            <div id="errors" role="alert">
              {errors.map(({ field, message }) => (
                <p id={`error-${field}`}>{message}</p>
              ))}
            </div>
          )}
          {page.body}
        </main>
        <Foot deps={deps} />
      </body>
    </html>
  )
}

const ownPages = [
  ['/dashboard', 'Dashboard'],
  ['/keys', 'Keys'],
  ['/usage', 'Usage'],
  ['/credits', 'Credits'],
  ['/console', 'Console'],
  ['/docs', 'Docs'],
  ['/record', 'Record'],
  ['/settings', 'Settings'],
] as const

/** Navigation of visitors; without the sign-up when accounts are by invitation only. */
const publicPages = [
  ['/docs', 'Docs'],
  ['/record', 'Record'],
  ['/sign-in', 'Sign in'],
  ['/sign-up', 'Sign up'],
] as const

function Navigation({ who, path, deps }: Pick<LayoutProps, 'who' | 'path' | 'deps'>) {
  const missing = [
    ...(deps.config.signUp === 'open' ? [] : ['/sign-up']),
    ...(deps.api.record === undefined ? ['/record'] : []),
  ]
  const shown = (who === null ? publicPages : ownPages).filter(([href]) => !missing.includes(href))
  return (
    <nav aria-label="Main">
      <ul>
        {shown.map(([href, name]) => (
          <li>
            <a href={href} aria-current={path === href || path.startsWith(`${href}/`) ? 'page' : undefined}>
              {name}
            </a>
          </li>
        ))}
        {who !== null && (
          <li>
            <form method="post" action="/sign-out">
              <button type="submit" class="link">
                Sign out
              </button>
            </form>
          </li>
        )}
      </ul>
    </nav>
  )
}

function Foot({ deps: { api, config, terms, privacy } }: Pick<LayoutProps, 'deps'>) {
  const { supportEmail } = config
  const links: readonly Child[] = [
    <a href="/docs">API reference</a>,
    ...(api.record === undefined ? [] : [<a href="/record">Record</a>]),
    ...(terms === null ? [] : [<a href="/terms">Terms</a>]),
    ...(privacy === null ? [] : [<a href="/privacy">Privacy</a>]),
    ...(supportEmail === null ? [] : [<a href={`mailto:${supportEmail}`}>{supportEmail}</a>]),
  ]
  return (
    <footer>
      <ul>
        {links.map((link) => (
          <li>{link}</li>
        ))}
      </ul>
    </footer>
  )
}
