import type { AppConfig } from '../config.ts'
import type { Route } from '../router.ts'
import { docsRoutes } from './docs.ts'
import { openApiRoute } from './openapi.ts'

/** The contract for programs, and for people where the port is to show it to them. */
export function contractRoutes(config: Pick<AppConfig, 'ratePerMinute' | 'publicDocs'>): readonly Route[] {
  return [openApiRoute(config), ...(config.publicDocs ? docsRoutes(config) : [])]
}
