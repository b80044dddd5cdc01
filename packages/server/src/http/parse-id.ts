import { invalid } from './http-error.ts'

export const idForm: RegExp = /^[1-9][0-9]{0,15}$/

/** @throws HttpError `validation_error` */
export function parseId(parameter: string, text: string): number {
  const id = Number(text)
  if (idForm.test(text) && Number.isSafeInteger(id)) return id
  throw invalid(`${parameter}: must be a positive integer`)
}

/** Items of a list that are shown at once, where the caller bounds them. */
export const mostItems = 1000

/** From 1 to `most`; null where it is not given. @throws HttpError `validation_error` */
export function wholeNumber(parameter: string, text: string | undefined, most: number): number | null {
  if (text === undefined) return null
  if (/^[1-9]\d{0,5}$/.test(text) && Number(text) <= most) return Number(text)
  throw invalid(`${parameter}: must be an integer from 1 to ${most}`)
}
