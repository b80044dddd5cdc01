import { amount } from '../../../support/amount.ts'
import { engineOf } from './engines.ts'
import { describeWalks } from './walk-cases.ts'

describeWalks('the walk kernel', amount(50, 250), (ensemble) => engineOf('walk', ensemble))
