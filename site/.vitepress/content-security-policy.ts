import { createHash } from 'node:crypto'

/**
 * Adds the policy of a page to its HTML: only files of the site are loaded, nothing is sent elsewhere, and no code is generated. The few
 * scripts inside the HTML are allowed by their hashes.
 */
export function withPolicy(html: string): string {
  const scripts = Array.from(
    html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g),
    ([, code]) => code ?? '',
  )
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${scripts.map(hashOf).join(' ')}`,
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  return html
    .replace('<meta charset="utf-8">', `$&\n    <meta http-equiv="Content-Security-Policy" content="${policy}">`)
    .replace(/(<[^>]*?) style="[^"]*"/g, '$1')
}

function hashOf(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`
}
