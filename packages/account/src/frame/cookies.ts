/** The session cookie: its name tells the browser to keep it to this origin where that is possible. */
export interface SessionCookie {
  /** The value that a request brings; null for none, and for two. */
  read(header: string | undefined): string | null
  set(value: string): string
  clear(): string
}

const maxAgeSeconds = 14 * 86_400

export function createSessionCookie(isHttps: boolean): SessionCookie {
  const name = isHttps ? '__Host-riftline' : 'riftline'
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`
  return {
    read(header = '') {
      const values = header
        .split(';')
        .map((pair) => pair.trim())
        .filter((pair) => pair.startsWith(`${name}=`))
      return values.length === 1 ? (values[0]?.slice(name.length + 1) ?? null) : null
    },
    set: (value) => `${name}=${value}; ${attributes}; Max-Age=${maxAgeSeconds}`,
    clear: () => `${name}=; ${attributes}; Max-Age=0`,
  }
}
