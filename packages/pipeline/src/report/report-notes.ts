import { readFile } from 'node:fs/promises'

/** What was tried on the validation windows and left out: a Markdown list, in the report as it stands in its file. */
export async function readReportNotes(): Promise<string> {
  const file = new URL('report-notes.md', import.meta.resolve('@riftline/pipeline/package.json'))
  return (await readFile(file, 'utf8')).trim()
}
