import { engineOf } from './engines.ts'
import { describeWalks } from './walk-cases.ts'

describeWalks('the walk kernel', (ensemble) => engineOf('walk', ensemble))
