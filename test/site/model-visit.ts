import type { Locator, Page } from 'playwright-core'

/** Functions that use the page of models as a person does. */
export function visitModelPage(page: Page) {
  const example = (trainer: string): Locator => page.getByRole('button', { name: new RegExp(`^${trainer} `) })
  return {
    example,
    /** Opens an example and waits for its scores. */
    async openExample(trainer: string): Promise<void> {
      await example(trainer).click()
      await page.getByRole('heading', { name: 'Scores' }).waitFor()
    },
    /** Chooses a model file and waits until it is open. */
    async openFile(name: string, bytes: Uint8Array): Promise<void> {
      await page.getByLabel('Choose a model file').setInputFiles(fileOf(name, bytes))
      await page.getByText(`${name}, `, { exact: false }).waitFor()
    },
    /** Scores pasted rows, and waits until the table has them. */
    async scoreRows(csv: string): Promise<void> {
      await page.getByLabel('Rows as CSV').fill(csv)
      await page.getByRole('button', { name: 'Score these rows' }).click()
      await page.locator('table.scores tbody tr').first().waitFor()
    },
    alert: () => page.getByRole('alert').innerText(),
    /** Texts of the scores of the rows that the table shows. */
    shownScores: (): Promise<readonly (readonly string[])[]> =>
      page
        .locator('table.scores tbody tr')
        .evaluateAll((rows) =>
          rows.map((row) =>
            Array.from(row.querySelectorAll('.score'), (cell) =>
              String((cell as { readonly textContent?: unknown }).textContent),
            ),
          ),
        ),
    /** Presses Tab until the element with this name has the focus. */
    async tabTo(name: RegExp): Promise<void> {
      for (let i = 0; i < 200; i++) {
        await page.keyboard.press('Tab')
        if (name.test(await page.evaluate<string>(focusedName))) return
      }
      throw new Error(`Tab does not reach ${name}`)
    },
  }
}

const focusedName = `(() => {
  const { activeElement: one } = document
  return one.getAttribute('aria-label') ?? one.labels?.[0]?.textContent ?? one.textContent ?? ''
})()`

export function fileOf(name: string, bytes: Uint8Array) {
  return { name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) }
}
