import { dayMs } from '@riftline/base'
import type { Person, UsedForm } from './person.ts'

/** Time for which a form is known as used: that of the longest session. */
const formMs: number = 14 * dayMs
const mostForms = 500

export function isKeptForm({ at }: UsedForm, now: number): boolean {
  return now - at < formMs
}

export function usedForm(person: Person, form: string): UsedForm | null {
  return person.forms.find((used) => used.form === form) ?? null
}

/** Uses up a form's one-time value; null where it was used before. At most 500 are kept: the oldest go. */
export function useForm(person: Person, form: string, now: number): Person | null {
  if (usedForm(person, form) !== null) return null
  const forms = person.forms.filter((used) => isKeptForm(used, now))
  return { ...person, forms: [...forms, { form, at: now, made: null }].slice(-mostForms) }
}

/** Notes what a used form made. */
export function withMade(person: Person, form: string, made: string): Person {
  return { ...person, forms: person.forms.map((used) => (used.form === form ? { ...used, made } : used)) }
}
