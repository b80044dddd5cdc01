import type { Finding } from '@riftline/pipeline'
import { escapeHidden } from './escape-hidden.ts'

const heads: Readonly<Record<Finding['what'], string>> = {
  joined: 'joined: the other ids answer as this one',
  namesake: 'new beside a namesake',
  byRegion: 'found by name and region alone',
  ambiguous: 'left out, since it may be a new name of this one',
}

/** Decisions on who is who, for people: a line each below a head for each kind, nothing without any. */
export function findingLines(findings: readonly Finding[]): string {
  const lines = (['joined', 'namesake', 'byRegion', 'ambiguous'] as const).flatMap((what) => {
    const those = findings.filter((finding) => finding.what === what)
    return those.length === 0 ? [] : ['', `${heads[what]}:`, ...those.map(toLine)]
  })
  return lines.map((line) => `${line}\n`).join('')
}

function toLine({ kind, id, name, others }: Finding): string {
  return `  ${kind} ${id} ${escapeHidden(name)}${others.length === 0 ? '' : ` (${others.join(', ')})`}`
}
