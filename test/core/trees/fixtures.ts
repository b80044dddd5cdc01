import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

export interface LightgbmFixture {
  readonly model: Record<string, unknown>
  readonly rows: readonly (readonly unknown[])[]
  readonly raw: readonly unknown[]
  readonly output: readonly unknown[]
  readonly leaf: readonly (readonly number[])[]
  readonly raw_slice: {
    readonly start_iteration: number
    readonly num_iteration: number
    readonly raw: readonly unknown[]
  }
}

export interface FasttreeFixture {
  readonly model: Record<string, unknown>
  readonly rows: readonly (readonly unknown[])[]
  readonly expected: { readonly Score: readonly unknown[]; readonly Probability?: readonly unknown[] }
}

const root = new URL('../../fixtures/', import.meta.url)

/** Names of the fixtures of one trainer, without file name extensions. */
export function fixtureNames(trainer: 'lightgbm' | 'fasttree'): string[] {
  return readdirSync(new URL(`${trainer}/`, root))
    .filter((file) => /\.json(\.gz)?$/.test(file))
    .map((file) => file.replace(/\.json(\.gz)?$/, ''))
    .sort()
}

export function lightgbmFixture(name: string): LightgbmFixture {
  return readFixture(`lightgbm/${name}`) as LightgbmFixture
}

export function fasttreeFixture(name: string): FasttreeFixture {
  return readFixture(`fasttree/${name}`) as FasttreeFixture
}

function readFixture(path: string): unknown {
  const folder = new URL(`${path.split('/')[0]}/`, root)
  const file = readdirSync(folder).find((entry) => entry.replace(/\.json(\.gz)?$/, '') === path.split('/')[1])
  if (file === undefined) throw new Error(`no fixture ${path}`)
  const bytes = readFileSync(new URL(file, folder))
  return JSON.parse((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString())
}

/** Converts nested fixture numbers, in which NaN and infinities are strings, to one row-major array. */
export function numbers(values: readonly unknown[]): Float64Array {
  return Float64Array.from(values.flat(2), (value) => Number(value))
}
