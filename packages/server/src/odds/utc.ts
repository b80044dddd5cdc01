export const utcForm: RegExp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/

/** Whether a text is a real moment in the form `YYYY-MM-DDTHH:mm:ss`: 30 February and 24:00:00 are none. */
export function isUtc(text: string): boolean {
  const milliseconds = utcForm.test(text) ? fromUtc(text) : Number.NaN
  return !Number.isNaN(milliseconds) && new Date(milliseconds).toISOString().slice(0, 19) === text
}

/** Milliseconds since 1970 of a text that `isUtc`. */
export function fromUtc(text: string): number {
  return Date.parse(`${text}Z`)
}
