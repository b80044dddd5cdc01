import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const fromSources = join(root, 'packages/cli/from-sources.js')

/** A `riftline serve` process with account page, test payments, terms and mail in files. */
export interface AccountServer {
  /** URL of the account page, without a slash at the end. */
  readonly origin: string
  readonly apiUrl: string
  readonly dataFolder: string
  /** Runs another command on the same data folder and returns its JSON output. */
  run(...args: readonly string[]): Promise<unknown>
  /** Link of the newest mail with a link to this address. */
  linkTo(email: string): string
  subjectsTo(email: string): readonly string[]
  /** Stops the process by SIGTERM and returns its exit code; the data folder stays until `remove`. */
  stop(): Promise<number | null>
  remove(): Promise<void>
}

export interface AccountServerOptions {
  /** Prepares the data folder before the start. */
  readonly before?: (dataFolder: string) => Promise<unknown>
  /** Environment variables without the prefix `RIFTLINE_`. */
  readonly env?: Readonly<Record<string, string>>
}

const plans = {
  currency: 'eur',
  packs: [
    { id: 'small', name: 'Small pack', credits: 1000, amount: 900 },
    { id: 'large', name: 'Large pack', credits: 25_000, amount: 14_900 },
  ],
  plans: [
    { id: 'basic', name: 'Basic', credits: 5000, amount: 2900 },
    { id: 'pro', name: 'Pro', credits: 50_000, amount: 19_900 },
  ],
}

export async function startAccountServer({ before, env = {} }: AccountServerOptions = {}): Promise<AccountServer> {
  const folder = mkdtempSync(join(tmpdir(), 'riftline-account-page-'))
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const dataFolder = join(folder, 'data')
  await before?.(dataFolder)
  const settings = {
    DATA_DIR: dataFolder,
    PORT: '0',
    OPS_PORT: 'any',
    ACCOUNT_PORT: 'any',
    PAYMENTS: 'test',
    PLANS_FILE: file('plans.json', JSON.stringify(plans)),
    TERMS_FILE: file('terms.txt', '# Terms\n\nCredits are prepaid.\n\n# Fair use\n\nOne account each.\n'),
    PRIVACY_FILE: file('privacy.txt', 'Nothing is sold.\n'),
    SUPPORT_EMAIL: 'support@example.com',
    ...env,
  }
  const own = Object.fromEntries(Object.entries(settings).map(([name, value]) => [`RIFTLINE_${name}`, value]))
  const environment = { ...cleanEnv(), ...own }
  const child = spawn(process.execPath, [fromSources, 'serve'], { cwd: root, env: environment })
  const exit = once(child, 'exit').then(([code]): number | null => (typeof code === 'number' ? code : null))
  const stop = (): Promise<number | null> => {
    child.kill('SIGTERM')
    return exit
  }
  const remove = async (): Promise<void> => {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
  const mails = (email: string): readonly Mail[] => mailsIn(dataFolder).filter(({ to }) => to === email)
  try {
    return {
      ...(await addressesOf(child)),
      dataFolder,
      async run(...args) {
        const command = [fromSources, ...args, '--json']
        const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: root, env: environment })
        return JSON.parse(stdout)
      },
      linkTo(email) {
        const link = mails(email).find(({ link }) => link !== null)?.link
        if (link == null) throw new Error(`no mail with a link to ${email}`)
        return link
      },
      subjectsTo: (email) => mails(email).map(({ subject }) => subject),
      stop,
      remove,
    }
  } catch (error) {
    await remove()
    throw error
  }
}

async function addressesOf(child: ChildProcess): Promise<Pick<AccountServer, 'origin' | 'apiUrl'>> {
  let text = ''
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
        const apiUrl = /^riftline listens on (\S+)$/m.exec(text)?.[1]
        const origin = /^account page on (\S+)$/m.exec(text)?.[1]
        if (apiUrl !== undefined && origin !== undefined) resolve({ apiUrl, origin })
      })
    child.once('close', (code) => reject(new Error(`riftline serve ended with ${code}: ${text}`)))
  })
}

interface Mail {
  readonly atUtc: string
  readonly to: string
  readonly subject: string
  readonly link: string | null
}

/** Mails in the outbox, newest first. */
function mailsIn(dataFolder: string): readonly Mail[] {
  const outbox = join(dataFolder, 'account/outbox')
  return readdirSync(outbox)
    .filter((name) => name.endsWith('.json'))
    .map((name): Mail => JSON.parse(readFileSync(join(outbox, name), 'utf8')))
    .sort((a, b) => b.atUtc.localeCompare(a.atUtc))
}

function cleanEnv(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('RIFTLINE_')))
}
