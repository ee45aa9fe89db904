import { execFile } from 'node:child_process'
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from './ports.ts'

const exec = promisify(execFile)

export type ThrowawayPostgres = {
  url: string
  version: string
  stop: () => Promise<void>
  shutDown: () => Promise<void>
  start: () => Promise<void>
  restart: () => Promise<void>
  /** `kill -9` of the postmaster, then a start once its sessions have ended. */
  killPostmaster: () => Promise<void>
  /** SIGSTOP of the postmaster and every session; returns the function that resumes them. */
  freeze: () => Promise<() => void>
}

export const startThrowawayPostgres = async (
  programs: string,
  further: readonly string[] = [],
): Promise<ThrowawayPostgres> => {
  const folder = mkdtempSync(join(tmpdir(), 'fieldbook-postgres-'))
  const data = join(folder, 'data')
  // PostgreSQL refuses to run as root.
  const user = process.getuid?.() === 0 ? idOf('postgres') : undefined
  if (user !== undefined) chownSync(folder, user.uid, user.gid)
  const command = (name: string, args: string[]) =>
    exec(join(programs, name), args, { cwd: folder, ...user })
  const control = async (...args: string[]): Promise<void> => {
    await command('pg_ctl', [...args, '-D', data, '-w', '-t', '60', '-l', join(folder, 'log')])
  }
  const stop = async (): Promise<void> => {
    for (const signal of endings) process.off(signal, stopAndEnd)
    await command('pg_ctl', ['stop', '-D', data, '-m', 'immediate']).catch(() => undefined)
    rmSync(folder, { recursive: true, force: true })
  }
  // The server is a separate process and would outlive an interrupted run.
  const stopAndEnd = (): void => void stop().finally(() => process.exit(1))
  for (const signal of endings) process.on(signal, stopAndEnd)
  try {
    await command('initdb', [
      '-D',
      data,
      '-U',
      'postgres',
      '-A',
      'trust',
      '--no-sync',
      '-E',
      'UTF8',
    ])
    const port = await freePort()
    // The data is temporary, so fsync is off.
    const settings = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=200${further.map((each) => ` -c ${each}`).join('')}`
    const start = (): Promise<void> => control('start', '-o', settings)
    await start()
    const { stdout } = await command('postgres', ['--version'])
    const version = /\d+(\.\d+)?/.exec(stdout)?.[0] ?? ''
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`
    return {
      url,
      version,
      stop,
      start,
      shutDown: () => control('stop', '-m', 'fast'),
      restart: () => control('restart', '-m', 'fast', '-o', settings),
      killPostmaster: async () => {
        process.kill(postmasterOf(data), 'SIGKILL')
        await untilItStarts(start)
      },
      freeze: () => freeze(url, postmasterOf(data)),
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Survives `kill -9` of its processes: the operating system has every acknowledged commit. */
export const survivesKills = ['synchronous_commit=on', 'full_page_writes=on'] as const

const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** The first line of postmaster.pid is the process id. */
const postmasterOf = (data: string): number =>
  Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])

/** A start fails while sessions of the killed postmaster still hold its shared memory. */
const untilItStarts = async (start: () => Promise<void>): Promise<void> => {
  for (let tries = 1; ; tries++) {
    try {
      await start()
      return
    } catch (error) {
      if (tries === 100) throw error
      await wait(100)
    }
  }
}

const freeze = async (url: string, postmaster: number): Promise<() => void> => {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  // First, so that no session starts after the list is read.
  process.kill(postmaster, 'SIGSTOP')
  const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity')
  const frozen = [postmaster, ...rows.map(({ pid }) => pid)]
  for (const pid of frozen) process.kill(pid, 'SIGSTOP')
  return () => {
    for (const pid of frozen)
      try {
        process.kill(pid, 'SIGCONT')
      } catch {
        // The session has already ended.
      }
    void client.end()
  }
}

const idOf = (name: string): { uid: number; gid: number } => {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  if (uid === undefined || gid === undefined)
    throw new Error(`PostgreSQL cannot run as root, and this machine has no user ${name}.`)
  return { uid: Number(uid), gid: Number(gid) }
}
