import { amount } from '../../../support/amount.ts'
import { engineOf } from './engines.ts'
import { describeWalks } from './walk-cases.ts'

describeWalks(
  'the walk kernel',
  { walks: amount(8, 250), precisions: amount(1, 2), mostTrees: amount(40, 150) },
  (ensemble) => engineOf('walk', ensemble),
)
