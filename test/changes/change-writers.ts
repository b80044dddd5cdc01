import { type ChangeBatch, type ChangeStore, parseSeq, type StoredChange } from '@riftline/changes'
import type { SeededRandom } from '@riftline/core'

/** Batch that moves a mark from one value to another and has changes with these ids. */
export function batchOf(key: string, from: string | null, to: string | null, ...ids: readonly string[]): ChangeBatch {
  return {
    guard: { key, from, to },
    marks: [],
    changes: ids.map((seriesId) => ({ type: 'forecast.kept', fields: { seriesId } })),
  }
}

export const idOf = ({ json }: StoredChange): string => JSON.parse(json).seriesId

/** Changes after a place. */
export function changesSince(store: ChangeStore, since: string): readonly StoredChange[] {
  const found = store.since(since)
  if (found.kind === 'gone') throw new Error(`${since} is gone, the oldest place is ${found.oldest}`)
  return found.changes
}

/** Ids of the changes after a place; null for a place that is gone. */
export function idsSince(store: ChangeStore, since: string): readonly string[] | null {
  return store.since(since).kind === 'gone' ? null : changesSince(store, since).map(idOf)
}

/** Refuses a sequence of changes whose places do not rise as texts and as numbers, or are not those in its JSON. */
export function requireRising(changes: readonly StoredChange[]): void {
  let before = ''
  let place = -1
  for (const { seq, type, json } of changes) {
    const parsed = parseSeq(seq)
    if (!(seq > before) || parsed === null || !(parsed.place > place))
      throw new Error(`${seq} does not follow ${before}`)
    const stated = JSON.parse(json)
    const utc = new Date(Math.floor(parsed.place / 1024)).toISOString().slice(0, 19)
    if (stated.seq !== seq || stated.type !== type || stated.atUtc !== utc) throw new Error(`${seq} has ${json}`)
    before = seq
    place = parsed.place
  }
}

interface Attempt {
  readonly batch: ChangeBatch
  readonly isKept: boolean
}

/** Observers that write at once: each moves marks that it shares with the others. */
export async function runWriters(stores: readonly ChangeStore[], random: SeededRandom, rounds: number) {
  const begin = stores[0]!.head()
  const attempts: Attempt[] = []
  let serial = 0
  async function write(store: ChangeStore): Promise<void> {
    for (let round = 0; round < rounds; round++) {
      const known = await store.marks('shared:')
      const batches = Array.from({ length: 1 + random.below(3) }, (): ChangeBatch => {
        const key = `shared:${random.below(3)}`
        const name = `${serial++}`
        const ids = Array.from({ length: random.below(4) }, (_, index) => `${name}.${index}`)
        return { ...batchOf(key, known.get(key) ?? null, name, ...ids), marks: [[`own:${name}`, name]] }
      })
      const kept = await store.append(batches)
      for (const [index, batch] of batches.entries()) attempts.push({ batch, isKept: kept[index]! })
    }
  }
  await Promise.all(stores.flatMap((store) => [write(store), write(store)]))
  return { begin, attempts }
}

/**
 * Checks that each kept batch is in the log once, as a whole, that no other is, that the kept batches of a mark form one chain
 * from null to its value, in the order of the log, and that every place has exactly the rest behind it.
 */
export async function checkWritten(
  store: ChangeStore,
  { begin, attempts }: Awaited<ReturnType<typeof runWriters>>,
): Promise<void> {
  const all = changesSince(store, begin)
  requireRising(all)
  const ids = all.map(idOf)
  const kept = attempts.filter(({ isKept }) => isKept).map(({ batch }) => batch)
  const own = kept.map(({ changes }) => changes.map(({ fields }) => String(fields.seriesId)))
  const places = own.map(([first]) => (first === undefined ? -1 : ids.indexOf(first)))
  for (const [index, some] of own.entries()) {
    const found = ids.slice(places[index], places[index]! + some.length)
    if (some.length > 0 && found.join() !== some.join()) throw new Error(`expected ${some}, got ${found}`)
  }
  if (ids.length !== own.flat().length) throw new Error(`expected ${own.flat().length} changes, got ${ids.length}`)
  const marks = new Map([...(await store.marks('shared:'))])
  for (const key of new Set(kept.map(({ guard }) => guard.key))) {
    const ofKey = kept.filter(({ guard }) => guard.key === key)
    let [value, place]: [string | null, number] = [null, -1]
    for (let left = ofKey.length; left > 0; left--) {
      const next = ofKey.filter(({ guard }) => guard.from === value)
      if (next.length !== 1) throw new Error(`${key}: ${next.length} batches moved it from ${value}`)
      const at = places[kept.indexOf(next[0]!)]!
      if (at !== -1 && at < place) throw new Error(`${key}: the batch to ${next[0]!.guard.to} is before an earlier one`)
      place = Math.max(place, at)
      value = next[0]!.guard.to
    }
    if (marks.get(key) !== value) throw new Error(`${key}: expected ${value}, got ${marks.get(key)}`)
  }
  const names = kept.map(({ marks: [mark] }) => mark![0]).sort()
  const found = [...(await store.marks('own:')).keys()].sort()
  if (found.join() !== names.join()) throw new Error('marks of batches that were not kept, or missing ones')
  for (const [index, since] of [begin, ...all.map(({ seq }) => seq)].entries()) {
    const rest = changesSince(store, since)
    if (rest.length !== all.length - index || rest[0]?.seq !== all[index]?.seq)
      throw new Error(`${since} has ${rest.length} changes behind it, expected ${all.length - index}`)
  }
}
