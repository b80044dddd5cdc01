import { invalid } from './http-error.ts'

export const idForm: RegExp = /^[1-9][0-9]{0,15}$/

/** @throws HttpError `validation_error` */
export function parseId(parameter: string, text: string): number {
  const id = Number(text)
  if (idForm.test(text) && Number.isSafeInteger(id)) return id
  throw invalid(`${parameter}: must be a positive integer`)
}
