import type { TreeEnsemble } from '@riftline/core'
import { allEngines, type Engines } from './engines.ts'
import type { Subject } from './mutant.ts'
import { parsers } from './parsers.ts'
import { allSubjects } from './subjects.ts'

/** Formats to damage and engines to score with. */
export interface Fuzzer {
  readonly subjects: readonly Subject[]
  readonly engines: Engines
  /** Saves an ensemble to a file and loads it again. */
  readonly reload: (ensemble: TreeEnsemble) => TreeEnsemble
}

/** Creates a fuzzer of all formats, or of the named one, with core's own readers and engines. */
export function createFuzzer(format?: string): Fuzzer {
  const all = allSubjects(parsers)
  const subjects = all.filter(({ name }) => format === undefined || name === format)
  if (subjects.length === 0) throw new Error(`no format ${format}; there are ${all.map(({ name }) => name)}`)
  return { subjects, engines: allEngines, reload: (ensemble) => parsers.load(parsers.save(ensemble)) }
}
