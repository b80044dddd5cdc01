import { type Candidate, RiftlineError } from '@riftline/base'
import { type Matchup, type Pick, type PickRole, type PredictRequest, pickRoles } from '../../types.ts'
import type { CatalogueChampion } from '../catalogue/catalogue.ts'
import { findChampion, nearestChampions } from '../names/find-champion.ts'
import { didYouMean } from '../names/nearest-names.ts'
import type { CatalogueIndex } from './catalogue-index.ts'

interface ResolvedPick {
  readonly field: string
  readonly role: PickRole
  readonly champion: CatalogueChampion
}

type RequestedPicks = { readonly [K in 'bluePicks' | 'redPicks']?: PredictRequest[K] | undefined }

/**
 * Champions as ids in role order, null without picks. The order of the picks does not matter.
 * @throws RiftlineError `validation_error` for an unknown champion, then for one that is picked twice
 */
export function resolveDraft(index: CatalogueIndex, request: RequestedPicks): Matchup['draft'] {
  if (request.bluePicks === undefined || request.redPicks === undefined) return null
  const blue = resolvePicks(index, 'bluePicks', request.bluePicks)
  const red = resolvePicks(index, 'redPicks', request.redPicks)
  refuseTwice([...blue, ...red])
  return { blue: inRoleOrder(blue), red: inRoleOrder(red) }
}

function resolvePicks(index: CatalogueIndex, side: string, picks: readonly Pick[]): readonly ResolvedPick[] {
  return picks.map(({ role, champion: name }, position) => {
    const field = `${side}[${position}].champion`
    const champion = findChampion(index.champions, name)
    if (champion === undefined) throw unknownChampion(field, nearestChampions(index.champions, name))
    return { field, role, champion }
  })
}

function unknownChampion(field: string, candidates: readonly Candidate[]): RiftlineError {
  return new RiftlineError('validation_error', `${field}: unknown champion${didYouMean(candidates)}`, { candidates })
}

function refuseTwice(picks: readonly ResolvedPick[]): void {
  const picked = new Set<number>()
  for (const { field, champion } of picks) {
    if (picked.has(champion.id)) {
      throw new RiftlineError('validation_error', `${field}: ${champion.name} is already picked`)
    }
    picked.add(champion.id)
  }
}

function inRoleOrder(picks: readonly ResolvedPick[]): readonly number[] {
  return pickRoles.flatMap((role) => picks.filter((pick) => pick.role === role).map((pick) => pick.champion.id))
}
