import type { AccountDeps } from '../account-deps.ts'
import type { PageRoute } from '../frame/route.ts'
import { createInTurn } from '../limits/turns.ts'
import { consoleRoutes } from './console.tsx'
import { creditsRoutes } from './credits.tsx'
import { dashboardRoutes } from './dashboard.tsx'
import { docsPages, homeRoutes } from './home.tsx'
import { keyRoutes } from './key.tsx'
import { keysRoutes } from './keys.tsx'
import { resetRoutes } from './reset.tsx'
import { settingsRoutes } from './settings.tsx'
import { passwordRoutes, signInRoutes } from './sign-in.tsx'
import { signUpRoutes } from './sign-up.tsx'
import { usagePages } from './usage.tsx'

/** Every page, in the order in which a customer meets them. @param isPage whether a path has a page */
export function routesOf(deps: AccountDeps, isPage: (path: string) => boolean): readonly PageRoute[] {
  const keysInTurn = createInTurn()
  return [
    ...homeRoutes(deps),
    ...docsPages(deps),
    ...signUpRoutes(deps),
    ...signInRoutes(deps, isPage),
    ...passwordRoutes(deps, isPage),
    ...resetRoutes(deps),
    ...dashboardRoutes(deps),
    ...keysRoutes(deps, keysInTurn),
    ...keyRoutes(deps, keysInTurn),
    ...usagePages(deps),
    ...creditsRoutes(deps),
    ...settingsRoutes(deps),
    ...consoleRoutes(deps),
  ]
}
