import type { PublicHandler } from '../call.ts'
import type { Route } from '../router.ts'
import { placeholderPath } from '../serving/team-logos.ts'

const greyShield = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="#999" d="M1 1h6v3L4 7 1 4z"/></svg>',
)

/** `GET /logos/default.svg`: the logo of a team without one. An image, so it is kept for good; no key, since pages show it. */
export function logoRoute(): Route<PublicHandler> {
  const headers = { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'public, max-age=31536000, immutable' }
  return {
    path: placeholderPath,
    methods: ['GET', 'HEAD'],
    handle: async () => ({ status: 200, headers, body: greyShield }),
  }
}
