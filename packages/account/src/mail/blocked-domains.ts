/** Whether an address is at a blocked domain or below one. */
export type BlockedDomains = (email: string) => boolean

/**
 * Reads `blocked-domains.txt`: one domain a line, which blocks those below it too. What follows a `#` is a comment.
 *
 * @example createBlockedDomains('mailinator.com')('a@eu.mailinator.com') // => true
 */
export function createBlockedDomains(text: string): BlockedDomains {
  const blocked = new Set(
    text
      .split(/\r?\n/)
      .map((line) =>
        line
          .replace(/#.*/, '')
          .trim()
          .toLowerCase()
          .replace(/^@|^\.|\.$/g, ''),
      )
      .filter((domain) => domain !== ''),
  )
  return (email) => {
    const labels = email
      .slice(email.lastIndexOf('@') + 1)
      .toLowerCase()
      .split('.')
    return labels.some((_, index) => blocked.has(labels.slice(index).join('.')))
  }
}
