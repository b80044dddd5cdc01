import { execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdirSync, statSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../support/free-port.ts'
import type { OwnPostgresCluster } from '../../support/postgres.ts'
import { until } from '../../support/server.ts'

/** A second server with all commits of the first, which can take its place. */
export interface Standby {
  readonly port: number
  /** Makes the standby the server. */
  promote(): void
  remove(): Promise<void>
}

// The shell waits for the end of its input, which comes when this process ends in any way. A standby must allow as many
// connections as its server. It never loses power, so fsync is off, which saves a sync of every file at its start.
const keeper = `
"$1/postgres" -D "$2/data" -p "$3" -k "$2" -c listen_addresses=127.0.0.1 -c max_connections=200 -c fsync=off >"$2/log" 2>&1 &
cat >/dev/null; kill -QUIT $!; wait; rm -rf "$2"
`

/** Adds a standby; afterwards the first server commits nothing that its standby does not have on disk. */
export async function addStandby(cluster: OwnPostgresCluster, url: string): Promise<Standby> {
  const [server] = await cluster.query<{ bin: string; data: string }>(
    url,
    `SELECT setting AS bin, current_setting('data_directory') AS data FROM pg_config WHERE name = 'BINDIR'`,
  )
  const { bin = '', data = '' } = server ?? {}
  const { uid, gid } = statSync(data)
  const options = { uid, gid, cwd: '/' } as const
  const folder = join(tmpdir(), `riftline-standby-${process.pid}-${process.hrtime.bigint()}`)
  mkdirSync(folder, { mode: 0o700 })
  chownSync(folder, uid, gid)
  const port = await freePort()
  const backup = ['-d', url, '-D', join(folder, 'data'), '-R', '-X', 'stream', '-c', 'fast', '--no-sync']
  execFileSync(join(bin, 'pg_basebackup'), backup, { ...options, stdio: 'pipe' })
  const child = spawn('/bin/sh', ['-c', keeper, 'sh', bin, folder, String(port)], {
    ...options,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  await until(async () => {
    if (child.exitCode !== null) throw new Error('the standby did not start')
    return (await replication(cluster, url)) === 'async'
  })
  await cluster.query(url, `ALTER SYSTEM SET synchronous_standby_names = '*'`)
  await cluster.query(url, 'SELECT pg_reload_conf()')
  await until(async () => (await replication(cluster, url)) === 'sync')
  return {
    port,
    promote() {
      execFileSync(join(bin, 'pg_ctl'), ['promote', '-D', join(folder, 'data'), '-w', '-s'], options)
    },
    async remove() {
      child.stdin?.end()
      await until(() => child.exitCode !== null || child.signalCode !== null)
    },
  }
}

async function replication(cluster: OwnPostgresCluster, url: string): Promise<string | undefined> {
  const sql = `SELECT sync_state FROM pg_stat_replication WHERE state = 'streaming' AND application_name <> 'pg_basebackup'`
  return (await cluster.query<{ sync_state: string }>(url, sql))[0]?.sync_state
}

/** Kills all processes of a server, as a loss of power would. The next start only frees its memory. */
export async function killServer(cluster: OwnPostgresCluster, url: string): Promise<void> {
  await cluster.query(url, 'ALTER SYSTEM SET fsync = off')
  const sql = `SELECT pid FROM pg_stat_activity UNION ALL SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int ORDER BY pid`
  for (const { pid } of await cluster.query<{ pid: number }>(url, sql)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {} // the process has ended already
  }
}

/** A proxy with one address for the current server, like a floating IP address. */
export interface Switch {
  readonly port: number
  /** Breaks every connection; new ones go to this port, or are refused when it is null. */
  lead(port: number | null): void
  close(): Promise<void>
}

export async function createSwitch(): Promise<Switch> {
  const sockets = new Set<Socket>()
  let to: number | null = null
  const server = createServer((client) => {
    if (to === null) return void client.destroy()
    const upstream = connect(to, '127.0.0.1')
    const pair = [client, upstream]
    const end = (): void => {
      for (const socket of pair) {
        socket.destroy()
        sockets.delete(socket)
      }
    }
    for (const socket of pair) {
      sockets.add(socket)
      socket.on('error', end).on('close', end)
    }
    client.pipe(upstream)
    upstream.pipe(client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: portOf(server.address()),
    lead(port) {
      to = port
      for (const socket of sockets) socket.destroy()
    },
    close() {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function portOf(address: ReturnType<ReturnType<typeof createServer>['address']>): number {
  return typeof address === 'object' && address !== null ? address.port : 0
}
