import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { openDatabase } from '../../../server/platform/db/db.ts'
import { chance } from '../chance.ts'
import { copyEmptyDatabase } from '../database.ts'
import { runFolder } from '../run-folder.ts'
import { openDisk, type FileCall } from './disk.ts'

export type Cuts = { cuts: number; acked: number; lost: number; torn: number; unopened: number }

/** What the embedded database did to its files during that many transactions, and these files before. */
export const recordWrites = async (
  transactions: number,
): Promise<{ base: string; calls: FileCall[] }> => {
  const folder = mkdtempSync(join(runFolder(), 'power-'))
  const [base, live, trace] = [join(folder, 'base'), join(folder, 'live'), join(folder, 'trace')]
  await copyEmptyDatabase(base)
  cpSync(base, live, { recursive: true })
  const [recorder, writer] = ['record-files.ts', 'write-until-done.ts'].map((name) =>
    fileURLToPath(new URL(name, import.meta.url)),
  )
  const args = ['--no-warnings', '--import', recorder, writer, String(transactions)]
  const env = { ...process.env, POWER_FOLDER: live, POWER_TRACE: trace }
  await new Promise<void>((ended) =>
    execFile(process.execPath, args as string[], { env }, () => ended()),
  )
  rmSync(live, { recursive: true })
  const lines = readFileSync(trace, 'utf8').trimEnd().split('\n')
  const calls = lines.map((line): FileCall => JSON.parse(line))
  if (calls.filter(({ call }) => call === 'ack').length !== transactions)
    throw new Error('The writer ended before its transactions.')
  return { base, calls }
}

/** Cuts the power that many times at random moments, and once after the last acknowledgement; opens what is left each time. */
export const cutPower = async (
  { base, calls }: { base: string; calls: readonly FileCall[] },
  { cuts, seed, ignoresFsync }: { cuts: number; seed: number; ignoresFsync?: boolean },
): Promise<Cuts> => {
  const random = chance(seed)
  const found: Cuts = { cuts, acked: 0, lost: 0, torn: 0, unopened: 0 }
  const first = calls.findIndex(({ call }) => call === 'ack') + 1
  const moments = [
    calls.length,
    ...Array.from({ length: cuts - 1 }, () => first + random.whole(calls.length - first)),
  ].toSorted((a, b) => a - b)
  const disk = openDisk(base, { ignoresFsync })
  let done = 0
  let acked = 0
  for (const moment of moments) {
    for (const call of calls.slice(done, moment)) {
      disk.apply(call)
      if (call.call === 'ack') acked = call.n
    }
    done = moment
    const left = join(base, '..', 'left')
    disk.cutPower(left, random)
    const transactions = await readBack(left).catch(() => null)
    rmSync(left, { recursive: true })
    found.acked += acked
    if (transactions === null) found.unopened += 1
    else found.torn += [...transactions.values()].filter((rows) => rows !== 2).length
    for (let n = 1; n <= acked; n += 1) if (!transactions?.has(n)) found.lost += 1
  }
  return found
}

const readBack = async (folder: string): Promise<Map<number, number>> => {
  const db = await openDatabase({ folder, isThrowaway: true })
  try {
    const { rows } = await sql<{ n: number; rows: number }>`
      select n, count(*) filter (where text like n || ' %')::int as rows from written group by n`.execute(
      db.owner,
    )
    return new Map(rows.map(({ n, rows: count }) => [n, count]))
  } finally {
    await db.close()
  }
}
