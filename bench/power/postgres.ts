import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { startThrowawayPostgres, survivesKills } from '../../scripts/lib/throwaway-postgres.ts'
import { openDatabase, type Database } from '../../server/platform/db/db.ts'
import type { Chance } from '../../tests/kit/chance.ts'
import type { BlockDevice } from './block-device.ts'

const writers = 4

export type Outcome = { cuts: number; acked: number; lost: number; torn: number; unopened: number }

type Options = {
  cuts: number
  chance: Chance
  settings?: readonly string[]
  onCut?: (found: Outcome) => void
}

/** Four writers through our pool; the power fails at a random moment of their work. */
export const cutPostgres = async (
  programs: string,
  device: BlockDevice,
  { cuts, chance, settings = ['fsync=on', ...survivesKills], onCut = () => {} }: Options,
): Promise<Outcome> => {
  // Its data is created below the folder for temporary files.
  process.env['TMPDIR'] = device.folder
  const server = await startThrowawayPostgres(programs, settings)
  const found: Outcome = { cuts: 0, acked: 0, lost: 0, torn: 0, unopened: 0 }
  try {
    let db = await openDatabase({ url: server.url })
    await sql`create table written (n int, half int, text text, primary key (n, half))`.execute(
      db.owner,
    )
    await device.sync()
    const acked: number[] = []
    let last = 0
    for (; found.cuts < cuts; found.cuts += 1) {
      const isOver = { now: false }
      const writing = Array.from({ length: writers }, async () => {
        while (!isOver.now) {
          last += 1
          const n = last
          if (await write(db, n).catch(() => false)) acked.push(n)
        }
      })
      await wait(50 + chance.next() * 400)
      const processes = processesOf(device.folder)
      await device.cutPower()
      isOver.now = true
      for (const id of processes) kill(id)
      await Promise.all(writing)
      await db.close()
      await device.mount()
      // After a real cut no process has the number in them.
      for (const file of locksIn(device.folder)) rmSync(file)
      found.acked = acked.length
      const opened = await server
        .start()
        .then(() => openDatabase({ url: server.url }))
        .catch(() => null)
      const rows = opened && (await readRows(opened).catch(() => null))
      if (opened === null || rows === null) {
        await opened?.close()
        return { ...found, cuts: found.cuts + 1, lost: acked.length, unopened: 1 }
      }
      db = opened
      found.lost = acked.filter((n) => !rows.has(n)).length
      found.torn = [...rows.values()].filter((halves) => halves !== 2).length
      onCut(found)
    }
    await db.close()
    return found
  } finally {
    await server.stop()
  }
}

const write = async (db: Database, n: number): Promise<true> => {
  await db.owner.transaction().execute(async (trx) => {
    for (const half of [1, 2])
      await sql`insert into written values (${n}, ${half}, ${'x'.repeat(400)})`.execute(trx)
  })
  return true
}

const readRows = async ({ owner }: Database): Promise<Map<number, number>> => {
  const { rows } = await sql<{ n: number; halves: number }>`
    select n, count(*)::int as halves from written group by n`.execute(owner)
  return new Map(rows.map(({ n, halves }) => [n, halves]))
}

/** The postmaster and its children. */
const processesOf = (folder: string): number[] => {
  const postmaster = Number(readFileSync(locksIn(folder)[0] ?? '', 'utf8').split('\n')[0])
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)]).toString()
  return [postmaster, ...children.split('\n').map(Number).filter(Boolean)]
}

/** Of its data, which has the postmaster's number, and of its socket. */
const locksIn = (folder: string): string[] => {
  const name = readdirSync(folder).find((each) => each.startsWith('fieldbook-postgres-')) ?? ''
  const socketLocks = readdirSync(join(folder, name)).filter((each) => each.endsWith('.lock'))
  return [join('data', 'postmaster.pid'), ...socketLocks].map((file) => join(folder, name, file))
}

const kill = (id: number): void => {
  try {
    process.kill(id, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}
