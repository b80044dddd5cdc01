import { execFileSync, spawn } from 'node:child_process'
import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { Pool } from 'pg'
import { runsAll } from './amount.ts'
import { freePort } from './free-port.ts'
import { startOfProcess } from './process-start.ts'

export interface PostgresCluster {
  /** Creates a new, empty database and returns its URL. */
  createDatabase(): Promise<string>
  /** Runs SQL in a database and returns the rows of the last statement. */
  query<Row extends object>(url: string, sql: string, values?: readonly unknown[]): Promise<Row[]>
}

export interface OwnPostgresCluster extends PostgresCluster {
  /** Stops the server as a loss of power would: nothing is finished, and connections break. */
  stopAtOnce(): void
  start(): Promise<void>
  remove(): void
}

interface Installation {
  readonly bin: string
  /** User that runs PostgreSQL if the tests run as root, which it refuses; else null. */
  readonly user: { readonly uid: number; readonly gid: number } | null
}

const installation = findInstallation()

/** Reason why tests with a real PostgreSQL cannot run here; null if they can. */
export const postgresMissing: string | null = typeof installation === 'string' ? installation : null

const usesDatabase = runsAll || process.env.TEST_DATABASE === 'yes'

/** For `describe.skipIf(skip)(`...${why}`)`: run in `npm run test:all` and `npm run coverage` if PostgreSQL is installed. */
export const databaseTests: { readonly skip: boolean; readonly why: string } = {
  skip: !usesDatabase || postgresMissing !== null,
  why: usesDatabase && postgresMissing !== null ? `, ${postgresMissing}` : '',
}

/** Folder of `pg_dump` and `psql`; null without an installation. */
export const postgresPrograms: string | null = typeof installation === 'string' ? null : installation.bin

function findInstallation(): Installation | string {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    process.env.POSTGRES_BIN ?? '',
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions.map((version) => join(debian, version, 'bin')),
  ]
  const bin = folders.find(
    (folder) => folder !== '' && ['postgres', 'initdb'].every((name) => runs(join(folder, name))),
  )
  if (bin === undefined) return 'skipped: no PostgreSQL server binary (POSTGRES_BIN)'
  if (process.getuid?.() !== 0) return { bin, user: null }
  const user = ['postgres', 'nobody'].map(findUser).find((found) => found !== null)
  return user ? { bin, user } : 'skipped: PostgreSQL does not run as root, and there is no user postgres or nobody'
}

function runs(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function findUser(name: string): Installation['user'] {
  const line = readFileSync('/etc/passwd', 'utf8').match(new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, 'm'))
  return line === null ? null : { uid: Number(line[1]), gid: Number(line[2]) }
}

/**
 * Returns the cluster that all test files of a run share. The first caller starts it. It ends with the process that runs the
 * tests, however that process ends.
 */
export function sharedPostgres(): Promise<PostgresCluster> {
  shared ??= joinShared()
  return shared
}

let shared: Promise<PostgresCluster> | undefined
async function joinShared(): Promise<PostgresCluster> {
  const owner = process.send === undefined ? process.pid : process.ppid
  const folder = join(tmpdir(), `riftline-postgres-${owner}-${startOfProcess(owner)}`)
  const ready = join(folder, 'port')
  if (!create(folder)) {
    while (!existsSync(ready)) {
      if (!existsSync(folder)) throw new Error('PostgreSQL did not start for another test file')
      await moment()
    }
    return clusterAt(Number(readFileSync(ready, 'utf8')))
  }
  try {
    const port = await freePort()
    initialise(folder)
    launch(folder, port, owner)
    await answers(port)
    writeFileSync(ready, String(port))
    return clusterAt(port)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

function create(folder: string): boolean {
  try {
    mkdirSync(folder)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Starts a cluster of its own for a test that stops it. */
export async function ownPostgres(): Promise<OwnPostgresCluster> {
  const folder = join(tmpdir(), `riftline-postgres-own-${process.pid}-${process.hrtime.bigint()}`)
  mkdirSync(folder)
  const port = await freePort()
  initialise(folder)
  const start = async () => {
    launch(folder, port, process.pid)
    await answers(port)
  }
  const stopAtOnce = () => {
    run('pg_ctl', ['stop', '-D', join(folder, 'data'), '-m', 'immediate', '-w', '-s'])
  }
  await start()
  return {
    ...clusterAt(port),
    start,
    stopAtOnce,
    remove() {
      writeFileSync(join(folder, 'remove'), '')
      // The keeper deletes the folder as soon as the server is gone.
      run('pg_ctl', ['stop', '-D', join(folder, 'data'), '-m', 'immediate', '-W', '-s'])
    },
  }
}

/** Creates the cluster's files. fsync stays on in the server, since durability is tested. */
function initialise(folder: string): void {
  const { user } = found()
  if (user !== null) chownSync(folder, user.uid, user.gid)
  run('initdb', ['-D', join(folder, 'data'), '-U', 'riftline', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'])
}

// The shell outlives this process, watches its owner, and ends the server and deletes the folder when the owner is gone.
const keeper = `
"$1/postgres" -D "$2/data" -p "$3" -k "$2" -c listen_addresses=127.0.0.1 -c max_connections=200 -c shared_buffers=128MB >>"$2/log" 2>&1 &
server=$!
while { kill -0 "$4" || [ -d "/proc/$4" ]; } 2>/dev/null && kill -0 $server 2>/dev/null; do sleep 0.2; done
if kill -0 $server 2>/dev/null; then kill -QUIT $server; touch "$2/remove"; fi
wait $server
if [ -e "$2/remove" ]; then rm -rf "$2"; fi
`

function launch(folder: string, port: number, owner: number): void {
  const { bin, user } = found()
  const child = spawn('/bin/sh', ['-c', keeper, 'sh', bin, folder, String(port), String(owner)], {
    ...user,
    cwd: folder,
    detached: true,
    stdio: 'ignore',
  })
  child.unref()
}

function run(program: string, args: readonly string[]): void {
  const { bin, user } = found()
  execFileSync(join(bin, program), args, { ...user, cwd: '/', stdio: 'pipe' })
}

function found(): Installation {
  if (typeof installation === 'string') throw new Error(installation)
  return installation
}

async function answers(port: number): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    try {
      await query(urlOf(port, 'postgres'), 'SELECT 1')
      return
    } catch {
      await moment()
    }
  }
  throw new Error(`PostgreSQL did not answer on port ${port}`)
}

function moment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20))
}

function urlOf(port: number, database: string): string {
  return `postgres://riftline@127.0.0.1:${port}/${database}`
}

function clusterAt(port: number): PostgresCluster {
  return {
    query,
    async createDatabase() {
      const name = `test_${process.pid}_${process.hrtime.bigint()}`
      await query(urlOf(port, 'postgres'), `CREATE DATABASE ${name}`)
      return urlOf(port, name)
    },
  }
}

async function query<Row extends object>(url: string, sql: string, values: readonly unknown[] = []): Promise<Row[]> {
  return (await poolOf(url).query<Row>(sql, [...values])).rows
}

// Connections are pooled, since one costs more than most queries of the tests.
const pools = new Map<string, Pool>()

function poolOf(url: string): Pool {
  let pool = pools.get(url)
  if (pool === undefined) {
    pool = new Pool({ connectionString: url, max: 4, idleTimeoutMillis: 1000, allowExitOnIdle: true })
    // The query that needs a connection reports that the server ended it.
    pool.on('error', () => {})
    pools.set(url, pool)
  }
  return pool
}
