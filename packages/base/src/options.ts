import { editsApart } from './edits-apart.ts'
import { invalidArgument, RiftlineError } from './errors.ts'

/**
 * Refuses options that a function does not have, which would otherwise be ignored without a word.
 *
 * @param known all names that the function has
 * @throws RiftlineError `invalid_argument` naming the option that was probably meant
 * @example requireOptions({ method: 'power' }, ['method', 'family']) // passes; { metod: 'power' } is refused
 */
export function requireOptions(options: unknown, known: readonly string[], argument = 'options'): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw invalidArgument(argument, 'an object', options)
  }
  for (const name in options) {
    if (known.includes(name) || !Object.hasOwn(options, name)) continue
    const shown = name.slice(0, mostChars)
    const message = `expected ${known.join(', ')}, got unknown option ${shown}; did you mean ${nearestName(shown, known)}?`
    throw new RiftlineError('invalid_argument', `${argument}: ${message}`)
  }
}

/** Longer names are cut, in messages and to compare. */
const mostChars = 60

/** The known name that takes the fewest edits, not counting capitals, `_` and `-`; an abbreviation of three letters or more is one edit. */
function nearestName(name: string, known: readonly string[]): string | undefined {
  const distances = known.map((one) => distance(plain(name), plain(one)))
  return known[distances.indexOf(Math.min(...distances))]
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, '')
}

function distance(a: string, b: string): number {
  const edits = editsApart(a, b, mostChars) ?? mostChars
  const short = a.length >= 3 && b.length >= 3 && (a.startsWith(b) || b.startsWith(a))
  return short ? Math.min(edits, 1) : edits
}
