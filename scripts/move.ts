import { join } from 'node:path'
import { moveDatabase } from '../server/backup/move-database.ts'
import { openDatabase, type DatabaseLocation } from '../server/platform/db/db.ts'
import {
  refuseServerInUse,
  replaceFolder,
  replaceSchema,
  type Replacement,
} from '../server/platform/db/set-aside.ts'
import { claimDataFolder } from '../server/platform/process/data-folder.ts'
import type { Env } from '../server/platform/process/env.ts'
import { Refusal } from '../server/platform/refusal.ts'
import { help, parseOptions } from './lib/operator-command.ts'
import { envOrRefusal } from './lib/startup-checks.ts'
import { withProgress } from './lib/with-progress.ts'

const usage = `Usage: npm run move -- --to postgres://user:password@host:5432/database [--replace]
       npm run move -- --to embedded [--replace]

  --to       a PostgreSQL database, from the embedded one of the data folder; or embedded, from DATABASE_URL
  --replace  also over a database with data

Stop Fieldbook first. Files and keys stay in the data folder; the database that was moved stays as it is.`

await withProgress(main)

async function main(onProgress: (step: string) => void): Promise<string[]> {
  const { values, positionals } = parseOptions(usage, {
    to: { type: 'string' },
    replace: { type: 'boolean', default: false },
    help,
  })
  if (values.help) return [usage]
  if (values.to === undefined || positionals.length > 0) throw new Refusal(usage)
  const env = envOrRefusal()
  const claim = claimDataFolder(env.dataFolder, { minFreeBytes: env.minFreeBytes })
  try {
    return await move(env, { to: values.to, replace: values.replace, onProgress })
  } finally {
    claim.release()
  }
}

type Move = { to: string; replace: boolean; onProgress: (step: string) => void }

async function move(env: Env, { to, replace, onProgress }: Move): Promise<string[]> {
  const folder = join(env.dataFolder, 'database')
  const options = { until: undefined, replace }
  onProgress('Preparing the databases')
  if (to === 'embedded') {
    if (env.databaseUrl === undefined) throw new Refusal('Set DATABASE_URL to what is moved.')
    await refuseServerInUse(env.databaseUrl)
    const target = await replaceFolder(folder, options)
    const lines = await moveInto(target, { url: env.databaseUrl }, onProgress)
    return [...lines, 'Unset DATABASE_URL and start Fieldbook.']
  }
  if (!/^postgres(?:ql)?:\/\//.test(to)) throw new Refusal(usage)
  if (to === env.databaseUrl) throw new Refusal('Unset DATABASE_URL: the embedded database moves.')
  const lines = await moveInto(await replaceSchema(to, options), { folder }, onProgress)
  return [...lines, 'Set DATABASE_URL to that address and start Fieldbook.']
}

async function moveInto(
  target: Replacement,
  from: DatabaseLocation,
  onProgress: (step: string) => void,
): Promise<string[]> {
  try {
    const source = await openDatabase(from)
    try {
      const { tables, rows } = await moveDatabase(source, target.db, onProgress)
      return [
        `Moved ${tables} tables with ${new Intl.NumberFormat('en-AU').format(rows)} rows. Each was compared row by row.`,
        ...(await target.publish()),
      ]
    } finally {
      await source.close()
    }
  } catch (error) {
    await target.abandon()
    throw error
  }
}
