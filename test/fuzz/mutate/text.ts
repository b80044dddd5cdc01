import type { Random } from '../random.ts'
import { words } from '../words.ts'
import type { Mutated } from './mutation.ts'

type Change = (text: string, random: Random) => string

const tokens = words(
  'NaN;-NaN;Infinity;-Infinity;inf;-inf;nan;1e400;-1e400;1e300;-1e300;1e-400;-0;0;1;-1;1.;.5;00;0x10;1e;+1;1,5;1_000;\u0661',
  '9007199254740993;2147483647;2147483648;4294967296;1e7;5e-324;1.0000000180025095e-35;null;true;"";"x";"1";[];{};',
)

const pieces = [
  ...words('{;};[;];,;:;";\\;\\u0000;\n;\n\n;\r\n;\r;\t; ;=;\uFEFF;\u0000;\ud800;||;/**/;//;-;e9').concat(';', "'"),
  ...words('"__proto__":{"leaf_value":1},;"__proto__":1,;"split_index":0,;"num_leaves":3,'),
]

const deep = ['['.repeat(50_000), '{"left_child":'.repeat(20_000), '{"a":['.repeat(10_000)]

function cut(text: string, random: Random): readonly [number, number] {
  const from = random.below(text.length + 1)
  return [from, Math.min(text.length, from + random.below(random.pick([3, 40, 400])))]
}

/** Bounds of the number, word or string at or after a random place. */
function token(text: string, random: Random): readonly [number, number] {
  const places = /[-+.\w]+/y
  for (let at = random.below(text.length + 1); at < text.length; at++) {
    places.lastIndex = at
    const found = places.exec(text)
    if (found !== null && !/[-+.\w]/.test(text[at - 1] ?? '')) return [at, at + found[0].length]
  }
  return [text.length, text.length]
}

function line(text: string, random: Random): readonly [number, number] {
  const middle = random.below(text.length + 1)
  const from = text.lastIndexOf('\n', Math.max(0, middle - 1)) + 1
  const end = text.indexOf('\n', middle)
  return [from, end < 0 ? text.length : end + 1]
}

function replaced(text: string, [from, to]: readonly [number, number], by: string): string {
  return text.slice(0, from) + by + text.slice(to)
}

const textChanges: Readonly<Record<string, Change>> = {
  truncate: (text, random) => text.slice(0, random.below(text.length + 1)),
  'other token': (text, random) => replaced(text, token(text, random), random.pick(tokens)),
  'another token': (text, random) => replaced(text, token(text, random), text.slice(...token(text, random))),
  'remove a token': (text, random) => replaced(text, token(text, random), ''),
  'near number': (text, random) => {
    const place = token(text, random)
    const number = Number(text.slice(...place))
    return replaced(text, place, String(random.pick([number + 1, number - 1, -number, number * 2, number / 3])))
  },
  insert: (text, random) => {
    const at = random.below(text.length + 1)
    return replaced(text, [at, at], random.pick(random.oneIn(40) ? deep : pieces))
  },
  'other character': (text, random) => {
    const at = random.below(text.length + 1)
    return replaced(text, [at, at + 1], String.fromCharCode(random.below(random.oneIn(4) ? 65536 : 128)))
  },
  remove: (text, random) => replaced(text, cut(text, random), ''),
  repeat: (text, random) => {
    const [from, to] = cut(text, random)
    return text.slice(0, to) + text.slice(from)
  },
  move: (text, random) => replaced(text, cut(text, random), text.slice(...cut(text, random))),
  'remove a line': (text, random) => replaced(text, line(text, random), ''),
  'repeat a line': (text, random) => {
    const [from, to] = line(text, random)
    return text.slice(0, to) + text.slice(from)
  },
  'another line': (text, random) => replaced(text, line(text, random), text.slice(...line(text, random))),
  'change line ends': (text) => text.replaceAll('\n', '\r\n'),
}

/** Damages text in one to three ways. */
export function mutateText(text: string, random: Random): Mutated & { readonly text: string } {
  const names = Object.keys(textChanges)
  const kinds = Array.from({ length: random.pick([1, 1, 1, 2, 3]) }, () => random.pick(names))
  const changed = kinds.reduce((now, kind) => (textChanges[kind] as Change)(now, random), text)
  return { kinds, notes: kinds, text: changed }
}
