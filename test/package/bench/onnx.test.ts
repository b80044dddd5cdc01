import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Dump } from '../../../bench/trees/models/dump.ts'
import { dumpNodes } from '../../../bench/trees/models/onnx/dump-nodes.ts'
import { integerField, textField } from '../../../bench/trees/models/onnx/protobuf.ts'
import { float32AtMost, writeOnnx } from '../../../bench/trees/models/onnx/write-onnx.ts'

/** A dump with one split on feature 1 at 0.1, whose right child splits feature 0 at -2. NaN goes left at the root only. */
const dump = {
  num_tree_per_iteration: 1,
  max_feature_idx: 1,
  tree_info: [
    {
      tree_structure: {
        ...split(1, 0.1, 'NaN', true),
        left_child: { leaf_value: 10 },
        right_child: {
          ...split(0, -2, 'None', true),
          left_child: { leaf_value: 20 },
          right_child: { leaf_value: 0.1 },
        },
      },
    },
  ],
} as unknown as Dump

describe('the ONNX writer', () => {
  it('protobuf fields are encoded as in protobuf’s documentation', () => {
    expect(integerField(1, 150)).toEqual(Uint8Array.of(0x08, 0x96, 0x01))
    expect(textField(2, 'testing')).toEqual(Uint8Array.of(0x12, 0x07, 0x74, 0x65, 0x73, 0x74, 0x69, 0x6e, 0x67))
  })

  it('ONNX nodes are numbered from each root and keep thresholds, missing sides and leaf values', () => {
    const { operator, attribute: nodes } = readModel(writeOnnx(dumpNodes(dump), 'float32'))
    expect(nodes('nodes_modes')).toEqual(['BRANCH_LEQ', 'LEAF', 'BRANCH_LEQ', 'LEAF', 'LEAF'])
    expect(nodes('nodes_nodeids')).toEqual([0, 1, 2, 3, 4])
    expect(nodes('nodes_featureids')).toEqual([1, 0, 0, 0, 0])
    expect(nodes('nodes_truenodeids')).toEqual([1, 0, 3, 0, 0])
    expect(nodes('nodes_falsenodeids')).toEqual([2, 0, 4, 0, 0])
    expect(nodes('nodes_missing_value_tracks_true')).toEqual([1, 0, 0, 0, 0])
    expect(nodes('nodes_values')).toEqual([float32AtMost(0.1), 0, -2, 0, 0])
    expect(nodes('target_nodeids')).toEqual([1, 3, 4])
    expect(nodes('target_weights')).toEqual([10, 20, Math.fround(0.1)])
    expect(operator).toBe('TreeEnsembleRegressor')
  })

  it('ONNX doubles stay doubles if the kernel takes doubles', () => {
    const { attribute: nodes } = readModel(writeOnnx(dumpNodes(dump), 'float64'))
    expect(nodes('nodes_values_as_tensor')).toEqual([0.1, 0, -2, 0, 0])
    expect(nodes('target_weights_as_tensor')).toEqual([10, 20, 0.1])
  })

  it('ONNX thresholds are rounded down, so that every float32 stays on its side of the split', () => {
    expect(float32AtMost(0.1)).toBeLessThan(0.1)
    expect(float32AtMost(-Number.MIN_VALUE)).toBe(-(2 ** -149))
    expect(float32AtMost(Infinity)).toBe(Infinity)
    fc.assert(
      fc.property(fc.double({ noNaN: true }), fc.float({ noNaN: true }), (threshold, cell) => {
        expect(cell <= float32AtMost(threshold)).toBe(cell <= threshold)
        expect(Math.fround(threshold) <= float32AtMost(threshold)).toBe(Math.fround(threshold) <= threshold)
      }),
    )
  })
})

function split(split_feature: number, threshold: number, missing_type: string, default_left: boolean): object {
  return { split_index: 0, split_feature, threshold, decision_type: '<=', default_left, missing_type }
}

type Fields = ReadonlyMap<number, readonly (number | Uint8Array)[]>

/** Reads protobuf: varints and bytes by field number. */
function readMessage(bytes: Uint8Array): Fields {
  const fields = new Map<number, (number | Uint8Array)[]>()
  for (let at = 0; at < bytes.length; ) {
    const tag = varint()
    const value = (tag & 7) === 0 ? varint() : block(varint())
    fields.set(tag >> 3, [...(fields.get(tag >> 3) ?? []), value])

    function varint(): number {
      for (let value = 0, scale = 1; ; scale *= 128) {
        const byte = bytes[at++]!
        value += (byte & 127) * scale
        if (byte < 128) return value
      }
    }

    function block(length: number): Uint8Array {
      at += length
      return bytes.slice(at - length, at)
    }
  }
  return fields
}

const text = (bytes: number | Uint8Array | undefined): string => new TextDecoder().decode(bytes as Uint8Array)
const messages = (fields: Fields, number: number): Fields[] =>
  (fields.get(number) ?? []).map((bytes) => readMessage(bytes as Uint8Array))

/** Reads the operator of a model's only node, and its attributes by name. */
function readModel(bytes: Uint8Array): { operator: string; attribute(name: string): unknown[] } {
  const graph = messages(readMessage(bytes), 7)[0]!
  const node = messages(graph, 1)[0]!
  const attributes = new Map(messages(node, 5).map((fields) => [text(fields.get(1)![0]), fields]))
  return {
    operator: text(node.get(4)![0]),
    attribute(name) {
      const fields = attributes.get(name)!
      const [floats, integers, texts, tensor] = [7, 8, 9, 5].map((number) => fields.get(number))
      if (texts !== undefined) return texts.map(text)
      if (integers !== undefined) return Array.from(integers[0] as Uint8Array)
      if (floats !== undefined) return Array.from(new Float32Array((floats[0] as Uint8Array).buffer))
      const raw = readMessage(tensor![0] as Uint8Array).get(9)![0] as Uint8Array
      return Array.from(new Float64Array(raw.buffer))
    },
  }
}
