export function notesSection(notes: string): string {
  return notes === '' ? '' : `## What was tried and did not help\n\n${notes}`
}
