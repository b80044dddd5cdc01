/** Cells of the rows that begin with the given cells, from all tables of a section. */
export function rowsOf(report: string, heading: string, ...first: readonly string[]): string[][] {
  return sectionOf(report, heading)
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.slice(2, -2).split(' | '))
    .filter((cells) => first.every((cell, index) => cells[index] === cell))
}

/** Text of a section without line breaks, for sentences that span several lines. */
export function sentencesOf(report: string, heading: string): string {
  return sectionOf(report, heading).replaceAll(/\n\s*/g, ' ')
}

export function sectionOf(report: string, heading: string): string {
  const start = report.indexOf(`## ${heading}`)
  if (start < 0) throw new Error(`no section ${heading}`)
  const end = report.indexOf('\n## ', start)
  return end < 0 ? report.slice(start) : report.slice(start, end)
}
