import { dirname, join } from 'node:path/posix'
import { type Folder, folders, importsOf, readSource } from './workspace.ts'

/** A folder, called a house, and the imports between its rooms, which are its entries: files and folders. */
export interface House {
  /** Path of the folder, such as `packages/core/src`. */
  readonly path: string
  readonly arrows: ReadonlyMap<string, ReadonlySet<string>>
}

/** Folders inside packages that are houses of their own. */
const inner: readonly string[] = ['packages/core/src/trees', 'packages/predictor/src/league']

/** Reads every house of the workspace. An `import type` counts as any other import. */
export function readHouses(): readonly House[] {
  return folders.flatMap((folder) => {
    const files = imports(folder)
    const own = `packages/${folder}/src`
    return [own, ...inner.filter((path) => path.startsWith(`${own}/`))].map((path) => ({
      path,
      arrows: arrowsOf(path, files),
    }))
  })
}

interface ImportingFile {
  readonly path: string
  readonly imports: readonly string[]
}

function imports(folder: Folder): readonly ImportingFile[] {
  return readSource(folder).map(({ path, text }) => ({
    path,
    imports: importsOf(text)
      .filter((name) => name.startsWith('.'))
      .map((name) => join(dirname(path), name)),
  }))
}

function arrowsOf(house: string, files: readonly ImportingFile[]): House['arrows'] {
  const arrows = new Map<string, Set<string>>()
  for (const file of files) {
    const from = roomOf(house, file.path)
    if (from === null) continue
    const targets = arrows.get(from) ?? new Set()
    arrows.set(from, targets)
    for (const imported of file.imports) {
      const to = roomOf(house, imported)
      if (to !== null && to !== from) targets.add(to)
    }
  }
  return arrows
}

/** Room of a house that contains a file; null for a file outside of the house. */
function roomOf(house: string, path: string): string | null {
  return path.startsWith(`${house}/`) ? (path.slice(house.length + 1).split('/')[0] ?? null) : null
}

/** Groups of rooms that import each other, directly or in a circle, sorted. Uses Tarjan's strongly connected components. */
export function cyclesOf({ arrows }: House): readonly (readonly string[])[] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const cycles: string[][] = []

  function visit(room: string): number {
    const own = order.size
    order.set(room, own)
    let low = own
    stack.push(room)
    for (const next of arrows.get(room) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next))
      else if (stack.includes(next)) low = Math.min(low, lowest.get(next) ?? order.get(next) ?? own)
    }
    lowest.set(room, low)
    if (low === own) {
      const together = stack.splice(stack.indexOf(room))
      if (together.length > 1) cycles.push(together.sort())
    }
    return low
  }

  for (const room of arrows.keys()) if (!order.has(room)) visit(room)
  return cycles
}
