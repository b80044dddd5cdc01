import { textElement } from '@riftline/pipeline/svg'
import type { Prediction } from '@riftline/predictor'
import { dataAge, type PredictionData } from '../io/prediction-table.ts'

/** Under the title of a picture: the model, the league, how fresh the data are. */
export function subtitle({ model, league }: Pick<Prediction, 'model' | 'league'>, data: PredictionData): string {
  const text = [model, ...(league === null ? [] : [league.name]), dataAge(data)].join(', ')
  return textElement({ class: 'quiet', x: 16, y: 44 }, text)
}
