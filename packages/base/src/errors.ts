/** Error that a caller can cause. Callers match on `code`, which is stable; the message says what, where, expected and got. */
export class RiftlineError extends Error {
  readonly code: string
  /** Entities that the caller may have meant by a name, best first; the message lists them too. Absent if none is near. */
  declare readonly candidates?: readonly Candidate[]

  constructor(
    code: string,
    message: string,
    { candidates = [], ...options }: ErrorOptions & Partial<Pick<RiftlineError, 'candidates'>> = {},
  ) {
    super(message, options)
    this.name = 'RiftlineError'
    this.code = code
    if (candidates.length > 0) this.candidates = candidates
  }
}

/** Entity that a name may mean, with its id if it has one. */
export interface Candidate {
  readonly id?: number
  readonly name: string
}

/** A model or an artifacts folder that cannot be used; `path` is the JSON path of the fault. Codes begin with `artifact_`. */
export class ArtifactError extends RiftlineError {
  declare readonly code: `artifact_${string}`
  readonly path: string

  constructor(code: `artifact_${string}`, path: string, message: string, options?: ErrorOptions) {
    super(code, `${path}: ${message}`, options)
    this.name = 'ArtifactError'
    this.path = path
  }
}

/** The artifact is damaged: a value that the format does not allow; `cure` says what to do about it. */
export function malformed(path: string, expected: string, got: unknown, cure?: string): ArtifactError {
  const message = `expected ${expected}, got ${describe(got).slice(0, 80)}`
  return new ArtifactError('artifact_invalid', path, withCure(message, cure))
}

/** The artifact is understood and not supported; `reason` says why and what would be. */
export function unsupported(path: string, reason: string): ArtifactError {
  return new ArtifactError('artifact_unsupported', path, reason)
}

/** A refused argument: `invalid_argument` with the argument's name, what was expected and what came. */
export function invalidArgument(argument: string, expected: string, got: unknown, cure?: string): RiftlineError {
  const message = `${argument}: expected ${expected}, got ${describe(got)}`
  return new RiftlineError('invalid_argument', withCure(message, cure))
}

function withCure(message: string, cure: string | undefined): string {
  return cure === undefined ? message : `${message}; ${cure}`
}

/** A short, bounded rendering of any value for messages. */
export function describe(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 57)}...` : value)
  if (typeof value === 'object' && value !== null) {
    if (Array.isArray(value)) return `array of ${value.length}`
    const tag = Object.prototype.toString.call(value).slice(8, 48).replace(/\]$/, '') // `Uint8Array`, `Promise`, `Map` …
    return tag === 'Object' ? 'object' : tag
  }
  return Object.is(value, -0) ? '-0' : String(value)
}

/** Cure for a source that a parser cannot take, if there is one. */
export function cureOf(source: unknown): string | undefined {
  return describe(source) === 'Promise' ? 'await it first' : undefined
}

/** Whether an error is a `RiftlineError` with one of these codes. */
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

/** Place in a JSON document, below a name that stands before it. @example jsonPlace(['packs', 0, 'price']) // => '.packs[0].price' */
export function jsonPlace(path: readonly PropertyKey[]): string {
  return path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('')
}

/** Fault of a JSON value: its place, such as `packs[0].price`, what is expected there, and the value. */
export interface JsonFault {
  readonly place: string
  readonly expected: string
  readonly got: unknown
}

/** Issue of a schema whose messages say what is expected, as zod gives it. `keys`: fields that the schema does not have. */
interface SchemaIssue {
  readonly path: readonly PropertyKey[]
  readonly message: string
  readonly keys?: readonly string[]
}

/** Fault that a schema finds in a JSON value. */
export function faultOf({ path, message, keys = [] }: SchemaIssue, json: unknown): JsonFault {
  const place = [...path, ...keys.slice(0, 1)]
  const got = place.reduce<unknown>((value, key) => Object(value)[key], json)
  return { place: jsonPlace(place).replace(/^\./, ''), expected: keys.length > 0 ? 'no such field' : message, got }
}
