const longest = 254
const longestLocal = 64
const longestLabel = 63

/** Dot-atom of ASCII (RFC 5322): no quotes, comments, spaces or commas. */
const localPart = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/
/** Label of letters, digits and inner hyphens; domains in other scripts are written as `xn--`. */
const label = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i

/** Returns a typed address unchanged; null for other text, and for text that a mail server could read as another address. */
export function parseEmail(text: string): string | null {
  const [local, domain] = splitEmail(text)
  if (text.length > longest || local.length > longestLocal || !localPart.test(local)) return null
  const labels = domain.split('.')
  const isDomain = labels.length > 1 && labels.every((part) => part.length <= longestLabel && label.test(part))
  return isDomain && !/^\d+$/.test(labels.at(-1) ?? '') ? text : null
}

/**
 * Form in which addresses are compared: lower case, without `+tag`, and without dots where Gmail ignores them.
 * @example comparedEmail('Me+news@Example.org') // => 'me@example.org'
 * @example comparedEmail('A.da@googlemail.com') // => 'ada@gmail.com'
 */
export function comparedEmail(email: string): string {
  const plain = caselessEmail(email)
  const [local, domain] = splitEmail(plain)
  return gmail.includes(domain) ? `${local.replaceAll('.', '')}@${gmail[0]}` : plain
}

/** Older form for comparison, with its dots; some people are still stored under it. */
export function caselessEmail(email: string): string {
  const [local, domain] = splitEmail(email)
  // A plus at the very beginning is part of the name.
  const plus = local.indexOf('+', 1)
  return `${plus < 0 ? local : local.slice(0, plus)}@${domain}`.toLowerCase()
}

/** Domains of Gmail, which delivers every spelling with or without dots to the same mailbox. */
const gmail: readonly string[] = ['gmail.com', 'googlemail.com']

export function splitEmail(email: string): readonly [local: string, domain: string] {
  const at = email.lastIndexOf('@')
  return [email.slice(0, Math.max(at, 0)), email.slice(at + 1)]
}

/** Reads `blocked-domains.txt`: one domain a line, which also blocks its subdomains; `#` begins a comment. */
export function createBlockedDomains(text: string): (email: string) => boolean {
  const lines = text.toLowerCase().split(/\r?\n/)
  const domains = lines.map((line) =>
    line
      .replace(/#.*/, '')
      .trim()
      .replace(/^@|^\.|\.$/g, ''),
  )
  const blocked = new Set(domains.filter((domain) => domain !== ''))
  return (email) => {
    const labels = splitEmail(email.toLowerCase())[1].split('.')
    return labels.some((_, index) => blocked.has(labels.slice(index).join('.')))
  }
}
