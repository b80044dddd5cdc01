/** Where to go on: a page of this site, else the dashboard. @param isPage tells whether a path has a page */
export function safeNext(text: string | undefined, isPage: (path: string) => boolean): string {
  const isPlain = text !== undefined && /^\/[!-~]*$/.test(text) && !/\/\/|[\\%#]/.test(text)
  return isPlain && isPage(text.split('?', 1)[0] ?? '') ? text : '/dashboard'
}

/** As a query has it: slashes stay readable. */
export function withNext(path: string, next: string): string {
  return `${path}?next=${encodeURIComponent(next).replaceAll('%2F', '/')}`
}
