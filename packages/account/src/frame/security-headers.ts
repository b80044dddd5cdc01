/** Headers of every answer. */
export interface SecurityOptions {
  readonly isHttps: boolean
  /** Where a form may lead beside this site: the payment provider's origins. */
  readonly formTargets: readonly string[]
}

export function securityHeaders({ isHttps, formTargets }: SecurityOptions): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "img-src 'self'",
    // Chromium holds redirects after a POST to it as well.
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  return {
    'Content-Security-Policy': policy.join('; '),
    // Under no-referrer, Chromium sends `Origin: null`.
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
    ...(isHttps ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  }
}
