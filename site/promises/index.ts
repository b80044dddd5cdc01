import { creditPromises } from './credits.ts'
import { forecastPromises } from './forecasts.ts'
import { modelPromises } from './models.ts'
import { privacyPromises } from './privacy.ts'
import { recordPromises } from './record.ts'
import { servicePromises } from './service.ts'
import type { PromiseTheme } from './stated-promise.ts'

/** Themes of the page of promises, in its order. */
export const promiseThemes: readonly PromiseTheme[] = [
  ...[forecastPromises, recordPromises, modelPromises],
  ...[creditPromises, servicePromises, privacyPromises],
]
