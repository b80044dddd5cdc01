import { fixtures } from '../fixtures.ts'
import type { Mutant, Subject } from '../mutant.ts'
import { mutateText } from '../mutate/text.ts'
import type { Parsers } from '../parsers.ts'
import { referLightgbmText } from '../reference/lightgbm-text.ts'

/** The first trees of a `model.txt`, without the parameters after them. */
function cutText(text: string, trees: number): string {
  const [header, ...sections] = text.slice(0, text.indexOf('end of trees')).split(/^(?=Tree=)/m)
  const perIteration = Number(/^num_tree_per_iteration=(\d+)$/m.exec(header as string)?.[1])
  const kept = sections.slice(0, trees * perIteration)
  const sizes = kept.map((section) => section.length).join(' ')
  return [(header as string).replace(/^tree_sizes=.*$/m, `tree_sizes=${sizes}`), ...kept, 'end of trees\n\n'].join('')
}

/** LightGBM's `model.txt` with one or two iterations of each fixture. */
export function lightgbmText(parse: Parsers['lightgbmText']): Subject {
  const name = 'lightgbm model.txt'
  const originals = fixtures('lightgbm', /\.txt\.gz$/).map((file) => {
    const text = new TextDecoder().decode(file.bytes)
    return { name: file.name, one: cutText(text, 1), two: cutText(text, 2) }
  })
  const mutantOf = (origin: string, text: string, kinds: readonly string[]): Mutant => ({
    format: name,
    origin: `${name} ${origin}`,
    kinds,
    notes: kinds,
    sizeBytes: text.length,
    parse: () => parse(text),
    refer: () => referLightgbmText(text),
    show: () => text,
  })
  return {
    name,
    originals: originals.map((original) => () => mutantOf(original.name, original.two, [])),
    mutant(random) {
      const original = random.pick(originals)
      const { text, kinds } = mutateText(random.oneIn(4) ? original.two : original.one, random)
      return mutantOf(original.name, text, kinds)
    },
  }
}
