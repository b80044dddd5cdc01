import { point } from '../paragraph.ts'

export function notesSection(notes: readonly string[]): string {
  if (notes.length === 0) return ''
  return ['## What was tried and did not help', '', ...notes.map((note) => point(note))].join('\n')
}
