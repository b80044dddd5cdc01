import { splitEmail } from '../mail/email.ts'
import { readStatic } from '../read-static.ts'

const shortest = 12
const longest = 128
const leastDifferent = 5
const leastOfOwn = 6
/** Minimum length of the address parts that are forbidden; shorter ones occur in too many words. */
const leastPart = 3

/** Fault of a new password; null for none. It is checked as sent: characters are code points, and nothing is trimmed. */
export function passwordFault(password: string, email: string): string | null {
  const characters = [...password]
  if (characters.length < shortest)
    return `Use at least ${shortest} characters; this password has ${characters.length}.`
  if (characters.length > longest) return `Use at most ${longest} characters; this password has ${characters.length}.`
  if (new Set(characters).size < leastDifferent) return `Use at least ${leastDifferent} different characters.`
  if (isCommon(password))
    return 'Many people use this password, or one much like it. Choose one that nobody would guess.'
  if ([...withoutNames(password.toLowerCase(), email)].length < leastOfOwn)
    return `Use at least ${leastOfOwn} characters besides riftline and the parts of your e-mail address.`
  return null
}

/** Detects a listed password or a row such as `abcdefghijkl`, also if repeated or surrounded by digits and symbols. */
function isCommon(password: string): boolean {
  const lower = password.toLowerCase()
  const kernel = lower.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L}]+$/u, '')
  return [lower, kernel].flatMap(repeatedParts).some((part) => commonPasswords().has(part) || isRow(part))
}

let common: ReadonlySet<string> | undefined

/**
 * Common passwords in lower case, read at the first call: the 5,000 commonest of at least four characters, then all
 * further ones of twelve or more. Counted over ten million leaked passwords by Mark Burnett (public domain), as listed by zxcvbn:
 * zxcvbn-ts/zxcvbn 642ef8f, packages/languages/common/src/passwords.json. MIT licence, copyright 2012-2016 Dan Wheeler and
 * Dropbox, Inc., 2021 @zxcvbn-ts; without those that contain slurs, backslashes, dollars or backticks.
 */
function commonPasswords(): ReadonlySet<string> {
  common ??= new Set(readStatic('common-passwords.txt').trim().split(/\s+/))
  return common
}

/** Prefixes whose repetition, cut to length, gives the whole text, which is one itself: `password` for `passwordpass`. */
function repeatedParts(text: string): readonly string[] {
  const lengths = Array.from({ length: text.length }, (_, index) => index + 1)
  return lengths.filter((length) => text.startsWith(text.slice(length))).map((length) => text.slice(0, length))
}

/** Detects at least four characters in a row, forwards or backwards, such as `abcd` or `4321`. */
function isRow(text: string): boolean {
  if (text.length < 4) return false
  const steps = Array.from({ length: text.length - 1 }, (_, at) => text.charCodeAt(at + 1) - text.charCodeAt(at))
  const [first] = steps
  return (first === 1 || first === -1) && steps.every((step) => step === first)
}

/** Removes the longest names first; a shorter name inside a longer one would leave a rest. */
function withoutNames(password: string, email: string): string {
  const names = ['riftline', ...partsOf(email.toLowerCase())].toSorted((a, b) => b.length - a.length)
  return names.reduce((rest, name) => rest.replaceAll(name, ''), password)
}

function partsOf(email: string): readonly string[] {
  const [local, domain] = splitEmail(email)
  const labels = domain.split('.').slice(0, -1)
  const parts = [email, domain, local, ...local.split(/[._+-]/), ...labels, ...labels.join('-').split('-')]
  return parts.filter((part) => part.length >= leastPart)
}
