/** The token of an `Authorization` header (RFC 6750); empty for another scheme, which counts as none. */
export function bearerToken(header: string): string {
  return /^bearer\s+(.+)$/i.exec(header.trim())?.[1] ?? ''
}
