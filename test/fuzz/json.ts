/** A JSON object or array as the mutations use it. */
export type Json = Record<string, unknown>

/** Deep copy of a document that may be damaged; parts beyond the usual depth or number stay shared. */
export function copyOf<T>(value: T): T {
  return copyBelow(value, 0, { left: 100_000 })
}

function copyBelow<T>(value: T, depth: number, budget: { left: number }): T {
  if (typeof value !== 'object' || value === null || depth > 1000 || budget.left-- <= 0) return value
  if (Array.isArray(value)) {
    if (value.length > budget.left) return value
    const items: unknown[] = []
    for (let i = 0; i < value.length; i++) items.push(copyBelow(value[i], depth + 1, budget))
    return items as T
  }
  const copy: Json = {}
  for (const key of Object.keys(value)) setField(copy, key, copyBelow((value as Json)[key], depth + 1, budget))
  return copy as T
}

/** Freezes a document and all its parts, so that a reader that writes to it fails. */
export function freeze(document: unknown): void {
  const waiting = [document]
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || Object.isFrozen(value)) continue
    Object.freeze(value)
    for (const key of Object.keys(value)) waiting.push((value as Json)[key])
  }
}

/** Sets an own field of any name: plain assignment to `__proto__` would change the prototype. */
export function setField(holder: Json, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true })
  else holder[key] = value
}

/**
 * Readable text of any value: JSON with `NaN`, `-0`, symbols and the like as `<words>`, a repeated object as `<again>`,
 * and without the innermost parts of a deep nesting.
 */
export function showJson(value: unknown): string {
  const seen = new Set<unknown>()
  function show(item: unknown, depth: number): string {
    if (typeof item === 'string') return JSON.stringify(item)
    if (typeof item === 'function') return '<function>'
    if (typeof item !== 'object' || item === null) return plain(item)
    if (seen.has(item)) return '"<again>"'
    if (depth > 200) return '"<deeper>"'
    seen.add(item)
    if (Array.isArray(item))
      return `[${Array.from(item.slice(0, 100_000), (entry) => show(entry, depth + 1)).join(',')}]`
    return `{${Object.keys(item)
      .map((key) => `${JSON.stringify(key)}:${show((item as Json)[key], depth + 1)}`)
      .join(',\n')}}`
  }
  return show(value, 0)
}

function plain(item: unknown): string {
  if (item === null || typeof item === 'boolean') return String(item)
  if (typeof item === 'number' && Number.isFinite(item) && !Object.is(item, -0)) return String(item)
  return `"<${Object.is(item, -0) ? '-0' : String(item)}>"`
}
