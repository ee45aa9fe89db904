import { execFile } from 'node:child_process'
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from './ports.ts'

const exec = promisify(execFile)

/** A PostgreSQL server of its own for one run, on a free port of this machine, with further settings (name=value); `stop` removes all of it. */
export const startThrowawayPostgres = async (
  programs: string,
  further: readonly string[] = [],
): Promise<{ url: string; version: string; stop: () => Promise<void> }> => {
  const folder = mkdtempSync(join(tmpdir(), 'fieldbook-postgres-'))
  const data = join(folder, 'data')
  // PostgreSQL refuses to run as root.
  const user = process.getuid?.() === 0 ? idOf('postgres') : undefined
  if (user !== undefined) chownSync(folder, user.uid, user.gid)
  const command = (name: string, args: string[]) =>
    exec(join(programs, name), args, { cwd: folder, ...user })
  const stop = async (): Promise<void> => {
    for (const signal of endings) process.off(signal, stopAndEnd)
    await command('pg_ctl', ['stop', '-D', data, '-m', 'immediate']).catch(() => undefined)
    rmSync(folder, { recursive: true, force: true })
  }
  // The server is a process of its own and would outlive a run that is broken off.
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
    // The data is thrown away afterwards, so nothing waits for the disk.
    const settings = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=200${further.map((each) => ` -c ${each}`).join('')}`
    const log = join(folder, 'log')
    await command('pg_ctl', ['start', '-D', data, '-w', '-t', '60', '-l', log, '-o', settings])
    const { stdout } = await command('postgres', ['--version'])
    const version = /\d+(\.\d+)?/.exec(stdout)?.[0] ?? ''
    return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, version, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const idOf = (name: string): { uid: number; gid: number } => {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  if (uid === undefined || gid === undefined)
    throw new Error(`PostgreSQL cannot run as root, and this machine has no user ${name}.`)
  return { uid: Number(uid), gid: Number(gid) }
}
