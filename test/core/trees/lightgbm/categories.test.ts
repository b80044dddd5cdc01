import { describe, expect, it } from 'vitest'
import { loadEnsemble, saveEnsemble } from '#core/trees/binary/ensemble-file.ts'
import { parseLightgbm } from '#core/trees/lightgbm/parse-lightgbm.ts'
import { parseLightgbmText } from '#core/trees/lightgbm/parse-lightgbm-text.ts'
import { lightgbmDump, lightgbmStump } from '../tiny.ts'
import { textModel, textStump } from './text.ts'

const ends = (lists: string): string =>
  `end of trees\n\nfeature_importances:\n\nparameters:\nend of parameters\n\n${lists}`

/** Both forms of one model with three features: dump and model.txt. */
function bothForms(infos: readonly (string | readonly number[])[], lists: unknown) {
  const names = ['gold', 'patch', 'side'].slice(0, infos.length)
  const line = infos.map((info) => (typeof info === 'string' ? info : info.join(':'))).join(' ')
  const header = { max_feature_idx: String(infos.length - 1), feature_names: names.join(' '), feature_infos: line }
  const named = names.map((name, i) => [name, { values: typeof infos[i] === 'string' ? [] : infos[i] }])
  return {
    text: textModel([textStump()], header, ends(`pandas_categorical:${JSON.stringify(lists)}\n`)),
    dump: lightgbmDump([lightgbmStump()], {
      max_feature_idx: infos.length - 1,
      feature_names: names,
      feature_infos: Object.fromEntries(named),
      pandas_categorical: lists,
    }),
  }
}

describe('pandas categories', () => {
  it.each([
    [
      ['[0:1]', [0, 2, 1], [1, 0]],
      [
        ['a', 'b', 'c'],
        [14, 15],
      ],
      [null, ['a', 'b', 'c'], [14, 15]],
    ],
    [[[-1, 0], '[0:1]', 'none'], [[true, false]], [[true, false], null, null]],
    [['[0:1]', '[0:1]', 'none'], null, [null, null, null]],
    [
      ['[0:1]', [0, 1], '[0:3]'],
      [
        ['a', 'b'],
        ['low', 'high'],
      ],
      [null, null, null],
    ],
    [['[0:1]', [0, 5], '[0:3]'], [['a', 'b']], [null, null, null]],
    [['[0:1]', [0, 1], '[0:3]'], 'x', [null, null, null]],
    [['[0:1]', [0, 1], '[0:3]'], [[{}, null]], [null, null, null]],
  ])(
    'features %j and lists %j give categories %j, in the dump, in model.txt and after saveEnsemble',
    (infos, lists, categories) => {
      const { text, dump } = bothForms(infos, lists)
      const ensemble = parseLightgbm(dump)
      expect(ensemble.categories).toEqual(categories)
      expect(parseLightgbmText(text).categories).toEqual(categories)
      expect(loadEnsemble(saveEnsemble(ensemble))).toEqual(ensemble)
    },
  )

  it('damaged lists after the trees of model.txt give no names', () => {
    const text = textModel([textStump()], { feature_infos: '0:1 none' }, ends('pandas_categorical:[["a",\n'))
    expect(parseLightgbmText(text).categories).toEqual([null, null])
  })
})
