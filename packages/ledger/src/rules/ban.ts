import type { Ban, BanEvidence, BanReason } from '../credit-store.ts'
import { parseText } from './account-input.ts'

export interface ParsedBan {
  readonly evidence: BanEvidence | undefined
  readonly reason: string | undefined
}

/** @throws RiftlineError `validation_error` */
export function parseBan(why: BanEvidence | BanReason = {}): ParsedBan {
  if ('otherAccountId' in why) return { evidence: why, reason: undefined }
  return { evidence: undefined, reason: why.reason === undefined ? undefined : parseText('reason', why.reason, 200) }
}

/** Only the IP rule has evidence. */
export function toBan(at: number, evidence: BanEvidence | null, reason: string | null): Ban {
  return { at, by: evidence === null ? 'operator' : 'ip-rule', reason, evidence }
}
