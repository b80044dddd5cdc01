import { invalid } from './http-error.ts'

export const idForm: RegExp = /^[1-9][0-9]{0,15}$/

/** @throws HttpError `validation_error` */
export function parseId(parameter: string, text: string): number {
  const id = Number(text)
  if (idForm.test(text) && Number.isSafeInteger(id)) return id
  const isTooLarge = /^[1-9][0-9]*$/.test(text)
  throw invalid(`${parameter}: must be ${isTooLarge ? `at most ${Number.MAX_SAFE_INTEGER}` : 'a positive integer'}`)
}
