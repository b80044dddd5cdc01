import type { Prediction } from '@riftline/predictor'
import { dataAge, type PredictionData } from '@riftline/predictor/texts'
import { textElement } from '@riftline/record/svg'
import { escapeHidden } from '../io/output.ts'

/** Shortens a name to a number of columns and escapes hidden characters. A wide character, such as a Korean one, takes two. */
export function shortName(name: string, columns: number): string {
  const shown = escapeHidden(name)
  if (columnsOf(shown) <= columns) return shown
  let short = ''
  for (const character of shown) {
    if (columnsOf(`${short}${character}…`) > columns) break
    short += character
  }
  return `${short.trimEnd()}…`
}

function columnsOf(text: string): number {
  return [...text].reduce((sum, character) => sum + (character >= '\u1100' && character !== '…' ? 2 : 1), 0)
}

/** Line under the title of a picture: model, league and age of the data. */
export function subtitle({ model, league }: Pick<Prediction, 'model' | 'league'>, data: PredictionData): string {
  const text = [model, ...(league === null ? [] : [league.name]), dataAge(data)].join(', ')
  return textElement({ class: 'quiet', x: 16, y: 44 }, text)
}
