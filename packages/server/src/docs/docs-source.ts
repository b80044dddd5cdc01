import type { AppConfig } from '../config.ts'
import type { OpenApiDocument } from '../contract/openapi.ts'

/** What reference and texts are made of. */
export interface DocsSource {
  /** As `createOpenApi` makes it. */
  readonly document: OpenApiDocument
  /** Where callers reach `/v1`, without a slash at the end. */
  readonly baseUrl: string
  /**
   * Where the reference is, without a slash at the end; the errors are at `/errors` below it. A path will do for pages, the
   * texts for programs need the whole URL.
   */
  readonly docsUrl: string
  readonly limits: DocsLimits
}

/** What a server's configuration lets callers do, beside the rate, which the document has. */
export type DocsLimits = Pick<
  AppConfig,
  'freeCredits' | 'ipRule' | 'authFailsPerMinute' | 'maxInFlight' | 'predictTimeoutMs'
>

export function errorsUrl({ docsUrl }: Pick<DocsSource, 'docsUrl'>): string {
  return `${docsUrl}/errors`
}
