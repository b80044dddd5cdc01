/** Cookies of one run. Each goes back to the origin that set it and nowhere else, whatever domain it asks for. */
export interface CookieJar {
  /** The `Cookie` header; null: none. */
  header(origin: string): string | null
  /** @param set values of `Set-Cookie` */
  keep(origin: string, set: readonly string[]): void
}

export function createCookieJar(): CookieJar {
  const byOrigin = new Map<string, Map<string, string>>()
  return {
    header(origin) {
      const cookies = byOrigin.get(origin)
      return cookies === undefined ? null : [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    },
    keep(origin, set) {
      for (const line of set) {
        const [, name, value] =
          /^\s*([!#$%&'*+\-.^\w`|~]+)=([\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*)/.exec(line) ?? []
        if (name === undefined || value === undefined) continue
        const cookies = byOrigin.get(origin) ?? new Map<string, string>()
        byOrigin.set(origin, cookies.set(name, value))
      }
    },
  }
}
