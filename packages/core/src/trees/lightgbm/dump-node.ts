import { asObject, type JsonObject, type Where } from '../read/json-fields.ts'

/** All that scoring needs of a node or leaf of `tree_structure`. */
const nodeKeys = [
  'split_index',
  'split_feature',
  'threshold',
  'decision_type',
  'default_left',
  'missing_type',
  'internal_count',
  'left_child',
  'right_child',
  'leaf_index',
  'leaf_value',
  'leaf_count',
  'leaf_const',
  'leaf_features',
  'leaf_coeff',
] as const

/** A node or leaf whose fields are not known yet; none of them is inherited. */
export type DumpNode = { readonly [key in (typeof nodeKeys)[number]]?: unknown }

/**
 * Makes a function that takes a value for a node. `node.threshold` is many times as fast as asking `Object.hasOwn`
 * first, and the same as long as nothing can be inherited: from `Object.prototype`, which is looked at once, or from a
 * prototype of the object's own, in which case its own fields are copied.
 */
export function createNodeReader(): (value: unknown, where: Where) => DumpNode {
  const inheritable = nodeKeys.some((key) => key in Object.prototype)
  return (value, where) => {
    if (
      typeof value === 'object' &&
      value !== null &&
      Object.getPrototypeOf(value) === Object.prototype &&
      !inheritable
    ) {
      return value
    }
    return copyOwn(asObject(value, where))
  }
}

function copyOwn(object: JsonObject): DumpNode {
  const copy: Record<string, unknown> = Object.create(null)
  for (const key of nodeKeys) if (Object.hasOwn(object, key)) copy[key] = object[key]
  return copy
}
