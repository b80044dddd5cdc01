import { describe, expect, it } from 'vitest'
import { compileEnsemble, parseModel } from '#core/trees.ts'
import { inventRows } from '../../site/playground/model/invent-rows.ts'
import { createModelSession } from '../../site/playground/model/model-session.ts'
import { csvOf, fixtureRows, modelBytes, modelFiles } from './model-files.ts'

const blobOf = (content: string | Uint8Array<ArrayBuffer>) => new Blob([content])

async function openSession(model: string) {
  const session = createModelSession()
  const opened = await session.open(blobOf(modelBytes(model)))
  const evaluator = compileEnsemble(await parseModel(modelBytes(model)))
  return { session, opened, evaluator }
}

const stump = `tree\nversion=v4\nnum_class=1\nnum_tree_per_iteration=1\nmax_feature_idx=1\nobjective=binary sigmoid:1\nfeature_names=amount age\n
Tree=0\nnum_leaves=2\nnum_cat=0\nsplit_feature=0\nthreshold=250.5\ndecision_type=2\nleft_child=-1\nright_child=-2\nleaf_value=-2 1.5\n
end of trees\n`

async function openStump() {
  const session = createModelSession()
  await session.open(blobOf(stump))
  return session
}

describe('a model on its page', () => {
  it.each(modelFiles)('%s gives a table of rows the numbers of the library, to the digit', async (model, rowsFile) => {
    const { session, opened, evaluator } = await openSession(model)
    const rows = fixtureRows(rowsFile)
    const batch = evaluator.encode(rows)
    const { count } = await session.score(blobOf(csvOf(opened.features, rows)))
    expect(count).toBe(rows.length)
    const scored = session.rows(0, count, null)
    expect(scored.flatMap(({ predictions }) => predictions)).toEqual([...evaluator.predictions(batch)])
    expect(scored.flatMap(({ rawScores }) => rawScores)).toEqual([...evaluator.rawScores(batch)])
    const labels = opened.tellsClasses
      ? Array.from(evaluator.labels(batch), (label) => String(evaluator.ensemble.classNames?.[label] ?? label))
      : rows.map(() => null)
    expect(scored.map(({ label }) => label)).toEqual(labels)
    expect(scored.map(({ cells }) => cells)).toEqual(rows.map((row) => row.map((cell) => String(cell ?? ''))))
  })

  it.each(modelFiles)(
    '%s explains a row as the library does, or gives its reason for no explanation',
    async (model, rowsFile) => {
      const { session, opened, evaluator } = await openSession(model)
      const rows = fixtureRows(rowsFile).slice(0, 3)
      await session.score(blobOf(csvOf(opened.features, rows)))
      const batch = evaluator.encode(rows.slice(1, 2))
      if (/onnx|fasttree/.test(model)) {
        expect(() => session.explain(1, 0)).toThrow(expect.objectContaining({ code: 'contributions_unavailable' }))
        return
      }
      const width = opened.features.length + 1
      const first = evaluator.contributions(batch).subarray(0, width)
      const { base, contributions, rawScore } = session.explain(1, 0)
      expect([...contributions, base]).toEqual([...first])
      expect(rawScore).toBe(evaluator.rawScores(batch)[0])
      expect(contributions.reduce((sum, one) => sum + one, base)).toBeCloseTo(rawScore, 4)
    },
  )

  it('an output that no tree adds to has no explanation', async () => {
    const { session, opened } = await openSession('catboost/multiclass_names.model.json.gz')
    await session.score(blobOf(csvOf(opened.features, fixtureRows('catboost/multiclass_names.json.gz').slice(0, 1))))
    expect(opened.rawNames[2]).toBe('raw score never')
    expect(() => session.explain(0, 2)).toThrow(expect.objectContaining({ code: 'contributions_unavailable' }))
  })

  it('rows are sorted by a prediction, and equal ones stay in their order', async () => {
    const session = await openStump()
    await session.score(blobOf('age,amount\n1,300\n2,200\n3,400\n4,100\n'))
    const order = { kind: 'predictions', column: 0, highestFirst: true } as const
    expect(session.rows(0, 4, order).map(({ row }) => row)).toEqual([0, 2, 1, 3])
    expect(session.rows(1, 2, { ...order, highestFirst: false }).map(({ row }) => row)).toEqual([3, 0])
  })

  it('the download has every score with all its digits', async () => {
    const session = await openStump()
    await session.score(blobOf('age,amount\n1,300\n2,\n'))
    expect(await session.csv().text()).toBe(
      'row,class,prediction,raw score\n1,1,0.8175744761936437,1.5\n2,0,0.11920292202211755,-2\n',
    )
  })
})

describe('trees on the page of a model', () => {
  it.each(modelFiles.filter(([model]) => /binary\.|rmse_unc|skl_hgb/.test(model)))(
    'the way of a row through each tree of %s ends at the leaf that the library names',
    async (model, rowsFile) => {
      const { session, opened, evaluator } = await openSession(model)
      const rows = fixtureRows(rowsFile).slice(0, 5)
      await session.score(blobOf(csvOf(opened.features, rows)))
      const { firstLeaf, leafNumber, root } = evaluator.ensemble.trees
      for (let row = 0; row < rows.length; row++) {
        const leaves = evaluator.leafIndices(evaluator.encode([rows[row]!]))
        leaves.forEach((leaf, tree) => {
          const { way } = session.tree(tree, row)
          const end = ~way.at(-1)!
          expect(way[0]).toBe(root[tree])
          expect(leafNumber === null ? end - firstLeaf[tree]! : leafNumber[end]).toBe(leaf)
        })
      }
    },
  )
})

describe('what does not fit the page of a model', () => {
  it('a file that is no model has the message and the code of the parser', async () => {
    const { open } = createModelSession()
    await expect(open(blobOf('hello'))).rejects.toThrow(/^\$: expected a model of a format that is read here/)
    const half = modelBytes('fasttree/binary-default.zip').subarray(0, 9000)
    await expect(open(blobOf(half))).rejects.toMatchObject({ code: 'artifact_invalid' })
  })

  it('an empty file and one that is too large are refused before they are read', async () => {
    const { open } = createModelSession()
    await expect(open(blobOf(''))).rejects.toThrow('model: the file is empty')
    const huge = { size: 250_000_001, arrayBuffer: () => Promise.reject(new Error('read')) } as unknown as Blob
    await expect(open(huge)).rejects.toThrow('at most 250000000')
  })

  it.each([
    ['', 'rows: expected a line of cells, got none'],
    ['amount,age\n', 'rows: expected a line of cells, got none'],
    ['amount\n1\n', 'line 1: expected a column for each feature; there is none for age'],
    ['amount,age\n1,2\n\n3,x\n', 'line 4, age: expected a number'],
    ['note,amount,age\n"two\nlines",1,2\n,three,4\n', 'line 4, amount: expected a number'],
    ['amount,age\n1,"2\n', 'rows: Quote Not Closed'],
  ])('the table %j is refused with the place: %s', async (csv, message) => {
    const session = await openStump()
    await expect(session.score(blobOf(csv))).rejects.toThrow(message)
  })

  it('a table of more cells than fit is refused while it is read', async () => {
    const session = await openStump()
    const wide = { ...blobOf(''), size: 250_000_001 } as Blob
    await expect(session.score(wide)).rejects.toThrow('at most 250000000')
  })

  it('a table that is refused leaves the scores of the one before', async () => {
    const session = await openStump()
    await session.score(blobOf('amount,age\n300,1\n'))
    await expect(session.score(blobOf('amount\n1\n'))).rejects.toThrow('age')
    expect(session.rows(0, 20, null)).toHaveLength(1)
  })
})

describe('invented rows', () => {
  it.each(modelFiles)('%s scores rows that are invented for it, and they are the same each time', async (model) => {
    const { session, evaluator } = await openSession(model)
    const csv = session.inventRows(50)
    expect(csv).toBe(inventRows(evaluator.ensemble, 50))
    expect(await session.score(blobOf(csv))).toMatchObject({ count: 50 })
    const scores = session.column({ kind: 'rawScores', column: 0 })
    expect(new Set(scores).size).toBeGreaterThan(5)
  })
})
