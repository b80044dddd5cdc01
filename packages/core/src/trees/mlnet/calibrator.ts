import { malformed, unsupported } from '../../errors.ts'
import type { Sigmoid } from '../form/output-link.ts'
import { asObject, field } from '../read/json-fields.ts'
import { finiteMlnetField } from './number.ts'

/**
 * ML.NET's Platt calibrator, Probability = 1 / (1 + exp(Slope · Score + Offset)), as a sigmoid whose slope has the usual
 * sign: both numbers change sign, exactly. A trained FastTree has Slope = -2 · learning rate.
 *
 * @returns null where the model has none
 * @example readCalibrator({ type: 'PlattCalibrator', Slope: -0.4, Offset: 0 }, '$.calibrator') // => { slope: 0.4, offset: 0 }
 */
export function readCalibrator(value: unknown, path: string): Sigmoid | null {
  if (value === undefined || value === null) return null
  const where = () => path
  const calibrator = asObject(value, where)
  const type = field(calibrator, 'type')
  if (typeof type !== 'string') throw malformed(`${path}.type`, 'a string', type)
  if (type !== 'PlattCalibrator') {
    throw unsupported(`${path}.type`, `calibrator ${JSON.stringify(type.slice(0, 60))}; supported is PlattCalibrator`)
  }
  const slope = finiteMlnetField(calibrator, 'Slope', where)
  const offset = finiteMlnetField(calibrator, 'Offset', where)
  return { slope: 0 - slope, offset: 0 - offset } // 0 - 0 is +0, where -(0) would be -0
}
