import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chownSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../../scripts/lib/ports.ts'

/** Two PostgreSQL servers under Patroni, with etcd and HAProxy before them, from Debian's packages. */
export type Cluster = {
  /** Of HAProxy, which connects to the leader. */
  url: string
  /** SIGKILL of the leader's Patroni and PostgreSQL; returns its name. */
  killLeader(): Promise<string>
  stop(): void
}

export const howToInstall =
  'This needs root on Debian or Ubuntu and: apt-get install postgresql patroni python3-etcd etcd-server haproxy.'

const programs = ['etcd', 'patroni', 'haproxy'].map((name) => [name, findProgram(name)] as const)

export const canStart = (postgres: string | undefined): postgres is string =>
  postgres !== undefined &&
  process.getuid?.() === 0 &&
  programs.every(([, path]) => path !== undefined)

export const startCluster = async (folder: string, postgres: string): Promise<Cluster> => {
  const user = userOf('postgres')
  chownSync(folder, user.uid, user.gid)
  const children = new Map<string, ChildProcess>()
  const start = (name: string, program: string, args: readonly string[]): void => {
    const path = programs.find(([each]) => each === program)?.[1] ?? program
    // Patroni writes a password file there.
    const env = { ...process.env, HOME: folder, TMPDIR: folder }
    children.set(name, spawn(path, args, { ...user, env, cwd: folder, stdio: 'ignore' }))
  }
  const [etcd, peer, balanced, first, second, firstApi, secondApi] = await Promise.all(
    Array.from({ length: 7 }, () => freePort()),
  )
  const nodes = [
    { name: 'n1', port: first ?? 0, api: firstApi ?? 0 },
    { name: 'n2', port: second ?? 0, api: secondApi ?? 0 },
  ]
  const stop = (): void => {
    for (const child of children.values()) child.kill('SIGKILL')
    for (const { name } of nodes) killPostgres(join(folder, name))
  }
  try {
    const [client, peers] = [etcd, peer].map((port) => `http://127.0.0.1:${port}`)
    start('etcd', 'etcd', [
      '--data-dir',
      join(folder, 'etcd'),
      '--listen-client-urls',
      client ?? '',
      '--advertise-client-urls',
      client ?? '',
      '--listen-peer-urls',
      peers ?? '',
      '--initial-advertise-peer-urls',
      peers ?? '',
      '--initial-cluster',
      `default=${peers}`,
    ])
    for (const node of nodes) {
      writeFileSync(
        join(folder, `${node.name}.yml`),
        patroniSettings(node, folder, etcd ?? 0, postgres),
      )
      start(node.name, 'patroni', [join(folder, `${node.name}.yml`)])
    }
    writeFileSync(join(folder, 'haproxy.cfg'), proxySettings(balanced ?? 0, nodes))
    start('haproxy', 'haproxy', ['-f', join(folder, 'haproxy.cfg')])
    const url = `postgres://postgres:postgres@127.0.0.1:${balanced}/postgres`
    await until(async () => (await synchronousStandbys(url)) === 1, 90_000)
    return {
      url,
      stop,
      killLeader: async () => {
        const leader = await nameOfLeader(nodes)
        children.get(leader)?.kill('SIGKILL')
        killPostgres(join(folder, leader))
        return leader
      },
    }
  } catch (error) {
    stop()
    throw error
  }
}

type Node = { name: string; port: number; api: number }

const patroniSettings = (
  { name, port, api }: Node,
  folder: string,
  etcd: number,
  postgres: string,
): string =>
  JSON.stringify({
    scope: 'fieldbook',
    name,
    restapi: { listen: `127.0.0.1:${api}`, connect_address: `127.0.0.1:${api}` },
    etcd3: { host: `127.0.0.1:${etcd}` },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 2,
        retry_timeout: 4,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 80 } },
      },
      initdb: [
        { encoding: 'UTF8' },
        { 'auth-host': 'trust' },
        { 'auth-local': 'trust' },
        'no-sync',
      ],
      pg_hba: [
        'host all all 127.0.0.1/32 trust',
        'host replication all 127.0.0.1/32 trust',
        'local all all trust',
      ],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: join(folder, name),
      bin_dir: postgres,
      parameters: { shared_buffers: '32MB', unix_socket_directories: folder },
      authentication: {
        superuser: { username: 'postgres', password: 'postgres' },
        replication: { username: 'replicator', password: 'replicator' },
        rewind: { username: 'rewinder', password: 'rewinder' },
      },
    },
  })

const proxySettings = (port: number, nodes: readonly Node[]): string => `
defaults
  mode tcp
  timeout connect 2s
  timeout client 10m
  timeout server 10m
listen primary
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map(({ name, port: at, api }) => `  server ${name} 127.0.0.1:${at} check port ${api}`).join('\n')}
`

const synchronousStandbys = async (url: string): Promise<number> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rowCount } = await client.query(
      "select 1 from pg_stat_replication where sync_state = 'sync'",
    )
    return rowCount ?? 0
  } finally {
    await client.end()
  }
}

const nameOfLeader = async (nodes: readonly Node[]): Promise<string> => {
  for (const { name, api } of nodes)
    if ((await fetch(`http://127.0.0.1:${api}/primary`).catch(() => null))?.ok === true) return name
  throw new Error('No node leads.')
}

const killPostgres = (data: string): void => {
  const file = join(data, 'postmaster.pid')
  if (!existsSync(file)) return
  const postmaster = Number(readFileSync(file, 'utf8').split('\n')[0])
  try {
    process.kill(postmaster, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}

const until = async (isSo: () => Promise<boolean>, limitMs: number): Promise<void> => {
  const end = performance.now() + limitMs
  while (!(await isSo().catch(() => false))) {
    if (performance.now() > end) throw new Error('The cluster does not start.')
    await wait(500)
  }
}

const userOf = (name: string): { uid: number; gid: number } => {
  const id = (which: string): number => Number(execFileSync('id', [which, name]).toString())
  return { uid: id('-u'), gid: id('-g') }
}

function findProgram(name: string): string | undefined {
  return ['/usr/bin', '/usr/sbin', '/usr/local/bin'].map((at) => join(at, name)).find(existsSync)
}
