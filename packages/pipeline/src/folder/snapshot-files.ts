import {
  type Blend,
  type ForecastState,
  writeBlend,
  writeCatalogue,
  writeDetails,
  writeSnapshot,
} from '@riftline/predictor'
import type { Baselines } from '../baselines/baselines.ts'
import { writeBaselines } from '../baselines/baselines-file.ts'
import type { BuiltCatalogue } from '../catalogue/build-catalogue.ts'
import { type GradedSeries, writeGraded } from '../graded/graded-series.ts'
import { packExternalIds } from '../history/ids/external-ids.ts'
import type { ExternalIds } from '../history/types.ts'
import type { NamesFiles } from '../names/names.ts'
import type { ArtifactFile } from './artifact-file.ts'
import { baselinesPath, externalIdsPath, gradedPath, recentPath } from './paths.ts'

/** The part of an artifacts folder that moves with the history; models are not in it. */
export interface Snapshot {
  readonly state: ForecastState
  readonly baselines: Baselines
  readonly graded: readonly GradedSeries[]
  readonly blend: Blend
  readonly catalogue: BuiltCatalogue
  readonly externalIds: ExternalIds
  readonly namesFiles: NamesFiles
}

/** Writes the files of a snapshot, by path. */
export function snapshotFiles(snapshot: Snapshot): Record<string, ArtifactFile> {
  const { catalogue, details, recent } = snapshot.catalogue
  const json = (format: string, value: unknown): ArtifactFile => ({ format, text: `${JSON.stringify(value)}\n` })
  return {
    'state.json': { format: 'riftline-state', text: writeSnapshot(snapshot.state) },
    'blend.json': { format: 'riftline-blend', text: writeBlend(snapshot.blend) },
    'catalogue.json': { format: 'riftline-catalogue', text: writeCatalogue(catalogue) },
    'details.json': { format: 'riftline-details', text: writeDetails(details) },
    'aliases.json': { format: 'riftline-aliases', text: snapshot.namesFiles['aliases.json'] },
    'leagues.json': { format: 'riftline-leagues', text: snapshot.namesFiles['leagues.json'] },
    [recentPath]: json('riftline-recent', recent),
    [externalIdsPath]: json('riftline-ids', packExternalIds(snapshot.externalIds)),
    [baselinesPath]: { format: 'riftline-baselines', text: writeBaselines(snapshot.baselines) },
    [gradedPath]: { format: 'riftline-graded', text: writeGraded(snapshot.graded) },
  }
}
