import type { RequestListener } from 'node:http'
import type { AccountDeps } from './account-deps.ts'
import type { AccountPage, OpenAccountOptions } from './open-account.ts'

// Settings

export {
  type AccountConfig,
  type AccountFiles,
  isPublic,
  parseAccountConfig,
  readAccountFiles,
  type StripeConfig,
} from './config.ts'

// Account page; its code is loaded when the page opens

export type {
  AccountDeps,
  Api,
  ApiAnswer,
  ApiCall,
  ApiDocs,
  ApiOperation,
  ForecastRecord,
  PriceLine,
  RecordPicture,
  RecordRow,
  RecordWindow,
} from './account-deps.ts'
export type { PageVisit, Visitor } from './frame/route.ts'
export type { AccountPage, OpenAccountOptions } from './open-account.ts'

/** Opens people, payments and mail, and begins to watch accounts. @throws RiftlineError `people_unusable`, `database_unreachable` */
export async function openAccount(options: OpenAccountOptions): Promise<AccountPage> {
  const { openPages } = await import('./open-account.ts')
  return openPages(options)
}

/** Creates the pages alone, as a request listener. It opens no port. */
export function createAccountApp(deps: AccountDeps): RequestListener {
  const pages = import('./app.tsx').then(({ createPages }) => createPages(deps))
  pages.catch(() => {})
  return (request, response) => {
    pages.then(
      (app) => app(request, response),
      (error: unknown) => response.destroy(error instanceof Error ? error : new Error(String(error))),
    )
  }
}
