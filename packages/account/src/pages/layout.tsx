import type { Child } from 'hono/jsx'
import type { JSX } from 'hono/jsx/jsx-runtime'
import type { PageContent } from '../frame/reply.ts'
import type { SignedIn } from '../frame/route.ts'
import { BanNotice } from './notices.tsx'

export interface PageFrame {
  readonly who: SignedIn | null
  readonly path: string
  readonly supportEmail: string | null
  readonly stylePath: string
  readonly scriptPath: string
  /** Whether anybody may sign up. */
  readonly isOpen: boolean
  readonly hasTerms: boolean
  readonly hasPrivacy: boolean
}

/** One whole document. */
export function PageLayout({ frame, page }: { readonly frame: PageFrame; readonly page: PageContent }): JSX.Element {
  const { heading, errors = [], status = null } = page
  const title = `${errors.length > 0 ? 'Error: ' : ''}${heading}${heading === 'riftline' ? '' : ' · riftline'}`
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <link rel="stylesheet" href={frame.stylePath} />
        <script src={frame.scriptPath} defer></script>
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to content
        </a>
        <header>
          <a class="brand" href="/">
            riftline
          </a>
          <Navigation frame={frame} />
        </header>
        <main id="main" tabindex={-1}>
          {frame.who?.ban != null && <BanNotice ban={frame.who.ban} supportEmail={frame.supportEmail} />}
          <h1>{heading}</h1>
          {status !== null && (
            <p id="status" role="status">
              {status}
            </p>
          )}
          {errors.length > 0 && <Errors errors={errors} />}
          {page.body}
        </main>
        <Foot frame={frame} />
      </body>
    </html>
  )
}

function Errors({ errors }: { readonly errors: NonNullable<PageContent['errors']> }): JSX.Element {
  return (
    <div id="errors" role="alert">
      {errors.map(({ field, message }) => (
        <p id={`error-${field}`}>{message}</p>
      ))}
    </div>
  )
}

const ownPages = [
  ['/dashboard', 'Dashboard'],
  ['/keys', 'Keys'],
  ['/usage', 'Usage'],
  ['/credits', 'Credits'],
  ['/console', 'Console'],
  ['/docs', 'Docs'],
  ['/settings', 'Settings'],
] as const

/** By invitation only, there is no sign-up. */
const publicPages = [
  ['/docs', 'Docs'],
  ['/sign-in', 'Sign in'],
  ['/sign-up', 'Sign up'],
] as const

function Navigation({ frame: { who, path, isOpen } }: { readonly frame: PageFrame }): JSX.Element {
  return (
    <nav aria-label="Main">
      <ul>
        {(who === null ? publicPages.filter(([href]) => isOpen || href !== '/sign-up') : ownPages).map(
          ([href, name]) => (
            <li>
              <a href={href} aria-current={isWithin(path, href) ? 'page' : undefined}>
                {name}
              </a>
            </li>
          ),
        )}
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

function isWithin(path: string, href: string): boolean {
  return path === href || path.startsWith(`${href}/`)
}

function Foot({ frame }: { readonly frame: PageFrame }): JSX.Element {
  const links: readonly Child[] = [
    <a href="/docs">API reference</a>,
    ...(frame.hasTerms ? [<a href="/terms">Terms</a>] : []),
    ...(frame.hasPrivacy ? [<a href="/privacy">Privacy</a>] : []),
    ...(frame.supportEmail === null ? [] : [<a href={`mailto:${frame.supportEmail}`}>{frame.supportEmail}</a>]),
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
