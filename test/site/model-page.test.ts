import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileEnsemble, type Evaluator, parseModel } from '#core/trees.ts'
import { exampleFolder, exampleModels } from '../../site/playground/model/example-models.ts'
import { browserTests, launchChromium } from '../support/browser-tests.ts'
import { builtSite, type SiteServer, serveSite } from './built-site.ts'
import { csvOf, fixtureRows, modelBytes, modelFiles } from './model-files.ts'
import { fileOf, visitModelPage } from './model-visit.ts'
import { newSiteVisitor, type SiteVisitor } from './visitor.ts'

const { skip, why } = browserTests

/** Rows of numbers as the page shows them, of the first table page. */
function textsOf(scores: Float64Array, width: number): readonly (readonly string[])[] {
  const rows = Array.from({ length: Math.min(20, scores.length / width) }, (_, row) => row * width)
  return rows.map((at) => Array.from(scores.subarray(at, at + width), String))
}

describe.skipIf(skip)(`the page of models in Chromium${why}`, () => {
  let site: SiteServer
  let browser: Browser
  let visitor: SiteVisitor
  let visit: ReturnType<typeof visitModelPage>
  beforeAll(async () => {
    site = await serveSite()
    browser = await launchChromium()
    visitor = await newSiteVisitor(browser, site)
    visit = visitModelPage(visitor.page)
    await visitor.go('playground/model.html')
  })
  afterAll(async () => {
    await visitor?.close()
    await browser?.close()
    site?.close()
  })

  async function expectScores(evaluator: Evaluator, batch: Float64Array): Promise<void> {
    const { page } = visitor
    expect(await visit.shownScores()).toEqual(textsOf(evaluator.predictions(batch), evaluator.numberOfPredictions))
    await page.getByLabel('raw scores').check()
    const raw = textsOf(evaluator.rawScores(batch), evaluator.numberOfOutputs)
    await expect.poll(visit.shownScores).toEqual(raw)
  }

  it.each(exampleModels)(
    'the example $file of $trainer has the numbers of the library, to the digit',
    async ({ name, file, trainer }) => {
      const folder = join(builtSite(), exampleFolder)
      const evaluator = compileEnsemble(await parseModel(readFileSync(join(folder, file))))
      const [heading = '', ...lines] = readFileSync(join(folder, `${name}.csv`), 'utf8')
        .trim()
        .split('\n')
      const { categories } = evaluator.ensemble
      const cellOf = (word: string, i: number) =>
        word === '' ? null : categories[i]?.includes(word) === true ? word : Number(word)
      const batch = evaluator.encode(lines.map((line) => line.split(',').map(cellOf)))
      expect(heading.split(',')).toHaveLength(evaluator.numberOfFeatures)
      await visit.openExample(trainer)
      await expectScores(evaluator, batch)
    },
  )

  it.each(modelFiles)(
    'the file %s and pasted rows have the numbers of the library, to the digit',
    async (model, rowsFile) => {
      const evaluator = compileEnsemble(await parseModel(modelBytes(model)))
      const names = Array.from(
        { length: evaluator.numberOfFeatures },
        (_, i) => evaluator.ensemble.featureNames?.[i] ?? `${i}x`,
      )
      const rows = fixtureRows(rowsFile).slice(0, 20)
      await visit.openFile(model.split('/')[1]!, modelBytes(model))
      await visit.scoreRows(csvOf(names, rows))
      await expectScores(evaluator, evaluator.encode(rows))
    },
  )

  it('a chosen row is explained by the contributions of the library, to the digit', async () => {
    const { page } = visitor
    const [model, rowsFile] = ['xgboost/binary.model.ubj.gz', 'xgboost/binary.json.gz']
    const evaluator = compileEnsemble(await parseModel(modelBytes(model)))
    const rows = fixtureRows(rowsFile).slice(0, 5)
    await visit.openFile('binary.ubj.gz', modelBytes(model))
    await visit.scoreRows(csvOf(evaluator.ensemble.featureNames ?? rows[0]!.map((_, i) => `feature ${i}x`), rows))
    await page.getByRole('button', { name: 'Explain row 3' }).click()
    const figure = page.getByRole('figure').filter({ hasText: 'of row 3' })
    await figure.getByText('The numbers').click()
    const shown = await figure.locator('tbody tr td:last-child').allInnerTexts()
    const batch = evaluator.encode(rows.slice(2, 3))
    const contributions = [...evaluator.contributions(batch)]
    const base = contributions.pop()!
    const largestFirst = contributions.sort((a, b) => Math.abs(b) - Math.abs(a))
    expect(shown).toEqual([base, ...largestFirst, evaluator.rawScores(batch)[0]!].map(String))
    expect(await page.getByText('The blue way is that of row 3').count()).toBe(1)
  })

  it('a model without training counts says why it explains nothing', async () => {
    await visit.openExample('scikit-learn')
    const note = visitor.page.getByText('contributions_unavailable')
    await note.waitFor()
    expect(await note.locator('..').innerText()).toMatch(/^contributions: /)
  })

  it('scores are downloaded with all their digits', async () => {
    const { page } = visitor
    await visit.openExample('LightGBM')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download scores as CSV' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('fraud-scores.csv')
    const [heading, first] = readFileSync(await file.path(), 'utf8').split('\n')
    expect([heading, first]).toEqual(['row,class,prediction,raw score', '1,1,0.8026401841239286,1.4028779847289392'])
  })

  it.each([
    ['text.txt', 'hello', 'expected a model of a format that is read here'],
    ['empty.ubj', '', 'model: the file is empty'],
    ['half.zip', modelBytes('fasttree/binary-default.zip').subarray(0, 9000), 'artifact_invalid'],
    ['ctr.json.gz', modelBytes('catboost/refuse_ctr.model.json.gz'), 'artifact_unsupported'],
  ])('the file %s has the message of the parser', async (name, content, message) => {
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
    await visitor.page.getByLabel('Choose a model file').setInputFiles(fileOf(name, bytes))
    await expect.poll(visit.alert).toContain(message)
    expect(await visitor.page.getByRole('heading', { name: 'What it is' }).count()).toBe(0)
  })

  it('rows that do not fit have the line and the column, and the next ones are scored', async () => {
    await visit.openExample('XGBoost')
    await visitor.page.getByLabel('Rows as CSV').fill('cat0,cat1,x2,x3,x4,x5\nRoma,10,1,1,1,1\n')
    await visitor.page.getByRole('button', { name: 'Score these rows' }).click()
    await expect.poll(visit.alert).toContain('line 2, cat0: expected one of 12 categories')
    await visit.scoreRows('cat0,cat1,x2,x3,x4,x5\nRome,10,1,1,1,1\n')
    expect(await visitor.page.getByRole('alert').count()).toBe(0)
  })

  it('a model and rows that are dropped are read, and none is sent anywhere', async () => {
    const { page } = visitor
    await visitor.go('playground/model.html')
    await drop(visitor, 'h1', 'binary.txt.gz', modelBytes('lightgbm/binary.txt.gz'))
    await page.getByRole('heading', { name: 'Why row 1' }).waitFor()
    const before = site.requested.length
    const rows = fixtureRows('lightgbm/binary.json.gz').slice(0, 3)
    const csv = csvOf(
      rows[0]!.map((_, i) => `Column_${i}`),
      rows,
    )
    await drop(visitor, 'fieldset:has-text("CSV file")', 'rows.csv', new TextEncoder().encode(csv))
    await page.getByText('3 rows are scored.').waitFor()
    await page.getByRole('button', { name: 'Explain row 2' }).click()
    await page.getByRole('heading', { name: 'Why row 2' }).waitFor()
    expect(site.requested.slice(before)).toEqual([])
    expect(visitor.complaints).toEqual([])
  })
})

/** Drops a file on an element, as from a file manager. */
async function drop({ page }: SiteVisitor, selector: string, name: string, bytes: Uint8Array): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    `(() => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([Uint8Array.from(${JSON.stringify([...bytes])})], ${JSON.stringify(name)}))
      return transfer
    })()`,
  )
  await page.dispatchEvent(selector, 'drop', { dataTransfer })
}
