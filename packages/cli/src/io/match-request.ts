import { readFile } from 'node:fs/promises'
import { RiftlineError } from '@riftline/base'
import type { MarketsRequest } from '@riftline/predictor'
import { optional, UsageError, type Values } from './arguments.ts'

export const matchOptions = ['best-of', 'league', 'odds', 'model', 'draft'] as const

/** Makes the request of a command line, the first team as blue. @throws UsageError for odds, RiftlineError `validation_error` for a draft file */
export async function matchRequest(values: Values, teams: readonly string[]): Promise<MarketsRequest> {
  const request: Record<string, unknown> = {
    ...team('blue', teams[0]!),
    ...team('red', teams[1]!),
    ...(values['best-of'] === undefined ? {} : { bestOf: Number(values['best-of']) }),
    ...(values.league === undefined ? {} : { tournament: values.league }),
    model: values.model ?? 'consensus',
    ...odds(optional(values, 'odds')),
    ...(await draft(optional(values, 'draft'))),
  }
  return request as unknown as MarketsRequest
}

function team(side: 'blue' | 'red', text: string): Record<string, string | number> {
  return /^[1-9]\d{0,15}$/.test(text) ? { [`${side}TeamId`]: Number(text) } : { [`${side}Team`]: text }
}

function odds(text: string | undefined): { readonly oddsBlue?: number; readonly oddsRed?: number } {
  if (text === undefined) return {}
  const prices = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
  const [oddsBlue = Number.NaN, oddsRed = Number.NaN, ...others] = prices
  if (Number.isNaN(oddsBlue) || Number.isNaN(oddsRed) || others.length > 0)
    throw new UsageError('--odds: expected two decimal odds as 1.62,2.35')
  return { oddsBlue, oddsRed }
}

async function draft(file: string | undefined): Promise<object> {
  if (file === undefined) return {}
  const refuse = (reason: string): RiftlineError =>
    new RiftlineError('validation_error', `--draft ${file}: expected JSON with bluePicks and redPicks, ${reason}`)
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw refuse(`cannot be read (${error.code})`)
  })
  let json: { readonly bluePicks?: unknown; readonly redPicks?: unknown } | null
  try {
    json = JSON.parse(text)
  } catch {
    throw refuse('got no JSON')
  }
  if (json?.bluePicks === undefined || json.redPicks === undefined) throw refuse('one of them is missing')
  return { bluePicks: json.bluePicks, redPicks: json.redPicks }
}
