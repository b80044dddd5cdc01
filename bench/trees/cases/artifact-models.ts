import { fileURLToPath } from 'node:url'

/** Models that this repository ships, by file name in artifacts/models. */
export const artifactModels = [
  { name: 'lightgbm-match', format: 'lightgbm' },
  { name: 'fasttree-match', format: 'mlnet-fasttree' },
  { name: 'pcasweep-match', format: 'riftline-pcasweep' },
] as const

export type ArtifactModel = (typeof artifactModels)[number]

export function artifactPath(name: string): string {
  return fileURLToPath(new URL(`../../../artifacts/models/${name}.json`, import.meta.url))
}
