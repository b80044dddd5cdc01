const browsers = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|HeadlessChrome|CriOS)\//],
  ['Safari', /\bSafari\//],
  ['curl', /^curl\//],
] as const

const systems = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X|Macintosh/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
] as const

/** What a `User-Agent` says, in words that people know: `Firefox on Linux`. */
export function browserOf(userAgent: string): string {
  const browser = browsers.find(([, form]) => form.test(userAgent))?.[0] ?? 'Unknown browser'
  const system = systems.find(([, form]) => form.test(userAgent))?.[0]
  return system === undefined ? browser : `${browser} on ${system}`
}
