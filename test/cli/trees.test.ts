import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { cityHash32 } from '#core/math/city-hash.ts'
import { compileEnsemble, loadEnsemble, parseXgboost } from '#core/trees.ts'
import { runCli } from '../support/cli.ts'

const fixtures = new URL('../fixtures/xgboost/', import.meta.url)
const folder = mkdtempSync(join(tmpdir(), 'riftline-trees-'))
afterAll(() => rmSync(folder, { recursive: true }))

const named = new URL('cat_names_34.model.ubj.gz', fixtures).pathname
const frame = JSON.parse(gunzipSync(readFileSync(new URL('cat_names_34.json.gz', fixtures))).toString()).frame as {
  rows: Record<string, string | number | null>[]
  margin: number[]
}

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

describe('riftline trees', () => {
  it('inspect prints the format, the size and the features of a model', async () => {
    const { code, stdout } = await runCli('trees', 'inspect', named)
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /^format +xgboost\nversion +3\.4\.1\nobjective +reg:squarederror\nlink +identity\ntrees +8\n/,
    )
    expect(stdout).toMatch(/\nfeature +splits +share\n/)
    const { trees, features, format } = JSON.parse((await runCli('trees', 'inspect', named, '--json')).stdout)
    expect([trees, format]).toEqual([8, 'xgboost'])
    expect(features[0]).toEqual({ name: expect.any(String), splits: expect.any(Number), share: expect.any(Number) })
  })

  it('inspect --svg draws a tree', async () => {
    const { code, stdout } = await runCli('trees', 'inspect', named, '--svg', '0')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^<svg [^>]*role="img"/)
    expect(stdout).toContain('cat0 in {')
    expect(stdout).toMatch(/x\d &lt; -?[\d.]+/)
    expect(await runCli('trees', 'inspect', named, '--svg', '8')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('a tree from 0 to 7'),
    })
  })

  it('score reads rows by the names of the features, categories included', async () => {
    const names = ['x5', 'label', ...Object.keys(frame.rows[0]!).filter((name) => name !== 'x5')]
    const lines = frame.rows.map((row) => names.map((name) => (name === 'label' ? 'any' : (row[name] ?? ''))).join(','))
    const rows = file('rows.csv', `${[names.join(','), ...lines].join('\n')}\n`)
    const { code, stdout } = await runCli('trees', 'score', named, '--rows', rows)
    expect([code, stdout]).toEqual([0, `${frame.margin.join('\n')}\n`])
    const { predictions } = JSON.parse((await runCli('trees', 'score', named, '--rows', rows, '--json')).stdout)
    expect(predictions.flat()).toEqual(frame.margin)
  })

  it('score takes columns in order where the model has no names, and prints every output', async () => {
    const model = new URL('softprob.model.json.gz', fixtures)
    const ensemble = parseXgboost(gunzipSync(readFileSync(model)))
    const cells = [
      [0.5, 1, -2, 3, 4],
      [Number.NaN, 0, 0, 0, 0],
    ]
    const text = cells.map((row) => row.map((cell) => (Number.isNaN(cell) ? '' : cell)).join(',')).join('\n')
    const { stdout } = await runCli('trees', 'score', model.pathname, '--raw', '--rows', file('plain.csv', text))
    const expected = compileEnsemble(ensemble).rawScores(Float64Array.from(cells.flat()))
    expect(stdout.trim().split(/[\n,]/).map(Number)).toEqual([...expected])
    const headed = file('headed.csv', `a,b,c,d,e\n${text}`)
    expect((await runCli('trees', 'score', model.pathname, '--raw', '--rows', headed)).stdout).toBe(stdout)
  })

  it('score keeps the text of a category of CatBoost, as 007 is not 7', async () => {
    const model = {
      features_info: { categorical_features: [{ feature_index: 0, flat_feature_index: 0, feature_name: 'agent' }] },
      model_info: { params: { loss_function: { type: 'RMSE' } } },
      oblivious_trees: [
        {
          splits: [{ split_type: 'OneHotFeature', cat_feature_index: 0, value: cityHash32('007') }],
          leaf_values: [1, 2],
          leaf_weights: [1, 1],
        },
      ],
      scale_and_bias: [1, [0]],
    }
    const path = file('agents.json', JSON.stringify(model))
    const rows = file('agents.csv', 'agent\n007\n7\n')
    expect((await runCli('trees', 'score', path, '--rows', rows)).stdout).toBe('2\n1\n')
  })

  it('convert writes the binary form, which scores alike', async () => {
    const out = join(folder, 'model.rift')
    expect(await runCli('trees', 'convert', named, '--out', out)).toMatchObject({ code: 0, stdout: '' })
    expect(loadEnsemble(readFileSync(out)).source).toEqual({ format: 'xgboost', version: '3.4.1' })
    expect((await runCli('trees', 'inspect', out)).stdout).toBe((await runCli('trees', 'inspect', named)).stdout)
  })

  it.each([
    [['trees', 'inspect', file('text.txt', 'hello')], 1, 'text.txt: $: expected a model of a format that is read here'],
    [['trees', 'inspect', join(folder, 'absent')], 1, 'no such file'],
    [['trees', 'inspec', named], 2, 'inspect'],
    [['trees', 'inspect'], 2, 'the file of a model'],
    [['trees', 'score', named], 2, '--rows is required'],
    [['trees', 'score', named, '--rows', file('few.csv', 'cat0,x5\nRome,1\n')], 1, 'there is none for cat1, x2, x3, …'],
    [
      ['trees', 'score', named, '--rows', file('odd.csv', 'cat0,cat1,x2,x3,x4,x5\nRoma,10,1,1,1,1\n')],
      1,
      'records[0][0]: expected one of 12 categories',
    ],
  ])('%s is refused with %i', async (args, expected, message) => {
    const { code, stderr } = await runCli(...args)
    expect([code, stderr]).toEqual([expected, expect.stringContaining(message)])
  })
})
