import { RiftlineError } from '@riftline/base'
import { type Fs, isMissing } from '@riftline/base/node'
import type { AccountConfig } from './config.ts'
import type { Plans } from './payments/plans.ts'

/** Files of an operator, read once at the start. */
export interface AccountFiles {
  /** Null where nothing is sold. */
  readonly plans: Plans | null
  readonly terms: string | null
  readonly privacy: string | null
  /** Empty where there is no such file. */
  readonly blockedDomains: string
}

/** @throws RiftlineError `invalid_config` that names the variable, `plans_invalid` that names the field */
export async function readAccountFiles(config: AccountConfig, dataFolder: string, fs: Fs): Promise<AccountFiles> {
  const { payments, plansFile, termsFile, privacyFile } = config
  const [plans, terms, privacy, blockedDomains] = await Promise.all([
    payments === 'none' ? null : readPlans(fs, plansFile),
    readNamed(fs, 'RIFTLINE_TERMS_FILE', termsFile),
    readNamed(fs, 'RIFTLINE_PRIVACY_FILE', privacyFile),
    readIfThere(fs, `${dataFolder}/account/blocked-domains.txt`),
  ])
  return { plans, terms, privacy, blockedDomains: blockedDomains ?? '' }
}

async function readPlans(fs: Fs, path: string): Promise<Plans> {
  const text = await readNamed(fs, 'RIFTLINE_PLANS_FILE', path)
  // Loaded at need: it brings zod, for which a server that starts would wait.
  const { parsePlans } = await import('./payments/plans.ts')
  try {
    return parsePlans(text ?? '', path)
  } catch (cause) {
    if (!(cause instanceof RiftlineError)) throw cause
    throw new RiftlineError('invalid_config', `RIFTLINE_PLANS_FILE: ${cause.message}`, { cause })
  }
}

async function readNamed(fs: Fs, variable: string, path: string | null): Promise<string | null> {
  if (path === null) return null
  const text = await readIfThere(fs, path)
  if (text === null) throw new RiftlineError('invalid_config', `${variable}: there is no file ${path}`)
  return text
}

async function readIfThere(fs: Fs, path: string): Promise<string | null> {
  try {
    return (await fs.read(path)).toString()
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}
