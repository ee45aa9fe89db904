import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import { root } from '../../scripts/lib/tools.ts'
import { startInstallation, type Installation } from './installation.ts'
import { doWork, factsOf, writeNotes, type Facts } from './work.ts'

export type Drilled = {
  /** Of the backup, the restore and each move. */
  seconds: Record<string, number>
  /** Notes that were saved while the backup was taken. */
  notesMeanwhile: number
  differences: string[]
}

export const say = (text: string): void => void process.stdout.write(`${text}\n`)

/** On the embedded database without a server's address. */
export const drill = async (server: string | null): Promise<Drilled> => {
  const folder = mkdtempSync(join(tmpdir(), 'fieldbook-drill-'))
  const seconds: Record<string, number> = {}
  const differences: string[] = []
  const databases = { first: await newDatabase(server), second: await newDatabase(server) }
  const command = async (name: string, at: Surroundings, ...args: string[]): Promise<void> => {
    const began = performance.now()
    await runCommand(name, at, args)
    seconds[name] = Math.round((performance.now() - began) / 100) / 10
  }
  const compare = async (what: string, at: Surroundings, before: Facts): Promise<void> => {
    const facts = await withInstallation(at, factsOf)
    for (const [name, value] of Object.entries(before))
      if (!isDeepStrictEqual(value, facts[name]))
        differences.push(
          `${what}: ${name} is ${JSON.stringify(facts[name])}, was ${JSON.stringify(value)}`,
        )
  }
  try {
    const first = { data: join(folder, 'first'), database: databases.first }
    say(`Making data ${server === null ? 'in the embedded database' : 'on PostgreSQL'}`)
    const { facts, notes } = await withInstallation(first, async (running) => {
      await doWork(running)
      const before = await factsOf(running)
      const writing = writeNotes(running)
      await command('backup', first, '--to', join(folder, 'backups'))
      return { facts: before, notes: await writing.stop() }
    })
    say('Destroying the data folder and the database')
    rmSync(first.data, { recursive: true })
    if (server !== null) await dropDatabase(server, databases.first)
    const second = { data: join(folder, 'second'), database: databases.second }
    await command(
      'restore',
      second,
      join(folder, 'backups', readdirSync(join(folder, 'backups'))[0] ?? ''),
    )
    await compare('restored', second, facts)
    if (server !== null) {
      await command('move', second, '--to', 'embedded')
      const embedded = { ...second, database: null }
      await compare('moved to the embedded database', embedded, facts)
      seconds['moveToEmbedded'] = seconds['move'] ?? 0
      const third = await newDatabase(server)
      await command('move', embedded, '--to', third ?? '')
      await compare('moved to PostgreSQL', { ...second, database: third }, facts)
    }
    for (const difference of differences) say(difference)
    return { seconds, notesMeanwhile: notes, differences }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A data folder, and a database on a server or null. */
type Surroundings = { data: string; database: string | null }

const withInstallation = async <Result>(
  at: Surroundings,
  work: (running: Installation) => Promise<Result>,
): Promise<Result> => {
  const running = await startInstallation(at)
  try {
    return await work(running)
  } finally {
    await running.close()
  }
}

/** As an operator does, in a process of its own. */
const runCommand = async (
  name: string,
  { data, database }: Surroundings,
  args: readonly string[],
): Promise<void> => {
  say(`npm run ${name} -- ${args.join(' ')}`)
  const { DATABASE_URL: _, ...env } = process.env
  const child = spawn(process.execPath, [join(root, 'scripts', `${name}.ts`), ...args], {
    env: {
      ...env,
      ...(database !== null && { DATABASE_URL: database }),
      FIELDBOOK_DATA: data,
      BACKUP_PASSPHRASE: 'a passphrase of the drill',
    },
    stdio: ['ignore', 'inherit', 'ignore'],
  })
  const [code]: unknown[] = await once(child, 'close')
  if (code !== 0) throw new Error(`npm run ${name} ended with ${String(code)}`)
}

const newDatabase = async (server: string | null): Promise<string | null> => {
  if (server === null) return null
  const name = `drill_${crypto.randomUUID().replaceAll('-', '')}`
  await onServer(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

const dropDatabase = (server: string, url: string | null): Promise<void> =>
  onServer(server, `drop database ${new URL(url ?? '').pathname.slice(1)}`)

const onServer = async (url: string, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}
