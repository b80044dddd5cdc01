/** Error that a caller can cause. Callers match on `code`, which is stable; the message states place, expected value and actual value. */
export class RiftlineError extends Error {
  readonly code: string
  /** Entities that the caller may have meant by a name, best first; the message lists them too. Absent when none is close. */
  declare readonly candidates?: readonly Candidate[]
  /** Field of the request that the error is about. Absent when the message begins with it, or when there is none. */
  declare readonly field?: string

  constructor(
    code: string,
    message: string,
    { candidates = [], field, ...options }: ErrorOptions & Partial<Pick<RiftlineError, 'candidates' | 'field'>> = {},
  ) {
    super(message, options)
    this.name = 'RiftlineError'
    this.code = code
    if (candidates.length > 0) this.candidates = candidates
    if (field !== undefined) this.field = field
  }
}

/** Entity that a name may mean, with its id if it has one. */
export interface Candidate {
  readonly id?: number
  readonly name: string
}

/** Error of an unusable model or artifacts folder; `path` is the JSON path of the fault. Codes begin with `artifact_`. */
export class ArtifactError extends RiftlineError {
  declare readonly code: `artifact_${string}`
  readonly path: string

  constructor(code: `artifact_${string}`, path: string, message: string, options?: ErrorOptions) {
    super(code, `${path}: ${message}`, options)
    this.name = 'ArtifactError'
    this.path = path
  }
}

/** Error for a damaged artifact, with a value that the format does not allow. @param cure advice added to the message */
export function malformed(path: string, expected: string, got: unknown, cure?: string): ArtifactError {
  const message = `expected ${expected}, got ${describe(got).slice(0, 80)}`
  return new ArtifactError('artifact_invalid', path, withCure(message, cure))
}

/** Error for a readable but unsupported artifact. @param reason explains why, and names what is supported */
export function unsupported(path: string, reason: string): ArtifactError {
  return new ArtifactError('artifact_unsupported', path, reason)
}

/** Error `invalid_argument` with the argument's name, the expected value and the actual one. */
export function invalidArgument(argument: string, expected: string, got: unknown, cure?: string): RiftlineError {
  const message = `${argument}: expected ${expected}, got ${describe(got)}`
  return new RiftlineError('invalid_argument', withCure(message, cure))
}

function withCure(message: string, cure: string | undefined): string {
  return cure === undefined ? message : `${message}; ${cure}`
}

/** Renders any value for a message, in bounded length. */
export function describe(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 57)}...` : value)
  if (typeof value === 'object' && value !== null) {
    if (Array.isArray(value)) return `array of ${value.length}`
    const tag = Object.prototype.toString.call(value).slice(8, 48).replace(/\]$/, '') // `Uint8Array`, `Promise`, `Map` …
    return tag === 'Object' ? 'object' : tag
  }
  return Object.is(value, -0) ? '-0' : String(value)
}

/** Advice for a source of the wrong type, if there is one. */
export function cureOf(source: unknown): string | undefined {
  return describe(source) === 'Promise' ? 'await it first' : undefined
}

/** Tells whether an error is a `RiftlineError` with one of these codes. */
export function hasCode(error: unknown, ...codes: readonly string[]): error is RiftlineError {
  return error instanceof RiftlineError && codes.includes(error.code)
}

/** Resolves with the result of a call; with null if it rejects with one of these codes. */
export async function nullFor<T>(call: Promise<T>, ...codes: readonly string[]): Promise<T | null> {
  try {
    return await call
  } catch (error) {
    if (hasCode(error, ...codes)) return null
    throw error
  }
}

/** Returns the result of `work`; throws `error(cause)` if it throws. */
export function orThrow<T>(work: () => T, error: (cause: unknown) => Error): T {
  try {
    return work()
  } catch (cause) {
    throw error(cause)
  }
}

/** Returns the result of `work`; null if it throws. */
export function nullIfThrows<T>(work: () => T): T | null {
  try {
    return work()
  } catch {
    return null
  }
}

/** Formats a place in a JSON document, to follow the document's name. @example jsonPlace(['packs', 0, 'price']) // => '.packs[0].price' */
export function jsonPlace(path: readonly PropertyKey[]): string {
  return path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('')
}

/** Fault of a JSON value: its place, such as `packs[0].price`, the expected value and the actual one. */
export interface JsonFault {
  readonly place: string
  readonly expected: string
  readonly got: unknown
}

/** Schema issue from zod, whose message names the expected value. `keys`: fields unknown to the schema. */
interface SchemaIssue {
  readonly path: readonly PropertyKey[]
  readonly message: string
  readonly keys?: readonly string[]
}

/** Fault that a schema issue describes in a JSON value. */
export function faultOf({ path, message, keys = [] }: SchemaIssue, json: unknown): JsonFault {
  const place = [...path, ...keys.slice(0, 1)]
  const got = place.reduce<unknown>((value, key) => Object(value)[key], json)
  return { place: jsonPlace(place).replace(/^\./, ''), expected: keys.length > 0 ? 'no such field' : message, got }
}
