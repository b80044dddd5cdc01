import { freeze, type Json, setField } from './json.ts'
import { words } from './words.ts'

/** Numbers that code often handles wrongly: signs, powers of two, the limits of float32 and double, LightGBM's zero. */
export const hostileNumbers: readonly number[] = words(
  'NaN;Infinity;-Infinity;0;-0;1;-1;2;3;7;0.1;0.5;-0.5;1.5;255;256;65536;16777216;16777217;2147483647;2147483648;-2147483648',
  '4294967296;4294967297;9007199254740992;1e7;1e9;-1e9;1e300;-1e300;9.999999999999999e299;1e308;-1e308;1.7976931348623157e308',
  '5e-324;2.2250738585072014e-308;1e-35;-1e-35;1.0000000180025095e-35;-1.0000000180025095e-35;1e-45;1e-46',
  '3.4028234663852886e38;3.4028235677973366e38;1e39',
).map(Number)

const nested = (levels: number) => {
  let value: unknown = 0
  for (let i = 0; i < levels; i++) value = i % 2 === 0 ? [value] : { left_child: value }
  return value
}

function strange(): unknown[] {
  const inherits = Object.create({ split_feature: 0, leaf_value: 1, leaf_index: 0, num_leaves: 1 }) as unknown
  const evil: Json = {}
  setField(evil, '__proto__', { split_index: 0, leaf_value: 1 })
  const cycle: unknown[] = []
  cycle.push(cycle)
  const sparse: unknown[] = []
  sparse.length = 2 ** 32 - 1
  const exotic = [Symbol('s'), 5n, () => 1, new Number(1), new Float64Array(2), new Map()]
  return [inherits, evil, cycle, sparse, nested(20_000), ...exotic]
}

/** Values of other types, made once and frozen, so that no mutant can change the input of the next one. */
export const hostileValues: readonly unknown[] = frozen([
  ...words(';0;1;-1;1.5;NaN;Infinity;-Infinity;null;x; ;||;1||2;0||;<=;==;None;Zero;__proto__;constructor;toString'),
  ...['\u0000', '\ud800', 'x'.repeat(3000), null, undefined, true, false],
  ...[[], [0], [[]], [null], [0, 0], ['0'], {}, { length: 2 }, { valueOf: 1 }, { leaf_value: 1 }, { 0: 1 }],
  ...strange(),
])

function frozen(values: readonly unknown[]): readonly unknown[] {
  for (const value of values) freeze(value)
  return values
}
