// Dexie's live queries look up the global IndexedDB when Dexie loads: this import comes first.
import 'fake-indexeddb/auto'
import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyChain } from '../../../../server/audit/verify.ts'
import { auditLedger } from '../../../../server/credits/audit.ts'
import type { Database } from '../../../../server/platform/db/db.ts'
import { Refusal } from '../../../../server/platform/refusal.ts'
import { unsettled } from '../../../../src/offline/live.ts'
import { harbour, southern, startTestApp, type TestApp } from '../../../kit/app.ts'
import { theirWork } from '../../../kit/canary-work.ts'
import { releasedDatabase } from '../../../kit/database.ts'
import { poke, someDevice, someSync } from '../../../kit/device/device.ts'
import { clientOf } from '../../../kit/device/real-server.ts'
import { sendThrough } from '../../../kit/device/send-through.ts'
import { loadDevice, type StoredDevice } from '../../../kit/device/stored-device.ts'

const folder = new URL('../../../fixtures/releases/', import.meta.url)
const read = (file: string): string => gunzipSync(readFileSync(new URL(file, folder))).toString()
/** `npm run release:fixture` stores them. */
const releases = readdirSync(folder)
  .filter((file) => file.endsWith('.sql.gz'))
  .map((file) => file.replace('.sql.gz', ''))

describe.each(releases)('what release %s left', (release) => {
  const left = JSON.parse(read(`${release}.json.gz`)) as {
    counts: Record<string, number>
    device: StoredDevice
  }
  let db: Database
  let test: TestApp
  beforeAll(async () => {
    db = await releasedDatabase(read(`${release}.sql.gz`))
  }, 240_000)
  afterAll(() => test.close())

  it('a database, opens with every row, exact ledgers and unbroken seals', async () => {
    expect(await countRows(db, Object.keys(left.counts))).toEqual(left.counts)
    expect(await auditLedger(db)).toEqual([])
    const organisations = await db.owner.selectFrom('customer').select('org_id').execute()
    const broken = await Promise.all(
      organisations.map(({ org_id: orgId }) =>
        db.asOrg(orgId, async (trx) => (await verifyChain(trx)).brokenAt),
      ),
    )
    expect(broken.filter((at) => at !== null)).toEqual([])
    test = await startTestApp({ db, companies: 0 })
  })

  it('the work of a member, is read over the API', async () => {
    const as = { orgId: southern.id }
    const lists = await test.ask('GET', '/lists', undefined, { as })
    expect(lists.body).toContainEqual(
      expect.objectContaining({ id: theirWork.list, name: 'Southern work list', count: 1 }),
    )
    const found = await test.ask('POST', '/records', { category: 'people', size: 1 }, { as })
    expect(found.body.total).toBe(left.counts['person'])
  })

  it('the unsent edits of a device, are delivered once each, and none needs attention', async () => {
    const edits = left.device.rows['outbox'] as { id: string }[]
    const send = sendThrough(clientOf(test, { userId: 'user_alex', orgId: harbour.id }))
    const local = someDevice(await loadDevice(left.device), 'user_alex')
    const sync = someSync(local, send)
    await poke(sync)
    expect(await unsettled(local.device)).toEqual({ unsent: [], needAttention: [], conflicts: [] })
    await sync.stop()
    local.device.close()
    const delivered = await db.asOrg(harbour.id, (trx) =>
      trx
        .selectFrom('idem')
        .select(({ fn }) => fn.countAll<string>().as('n'))
        .where(
          'key',
          'in',
          edits.map(({ id }) => id),
        )
        .executeTakeFirstOrThrow(),
    )
    expect(Number(delivered.n)).toBe(edits.length)
  })
})

it('a database that a newer release has migrated is refused in a sentence', async () => {
  const newer = `create table kysely_migration (name text, timestamp text);
    insert into kysely_migration values ('001-records', ''), ('999-later', '')`
  await expect(releasedDatabase(newer)).rejects.toThrow(
    new Refusal(
      'A newer release of Fieldbook has migrated this database (999-later). Start that release, or restore the backup from before the update.',
    ),
  )
})

const countRows = async (
  { owner }: Database,
  tables: readonly string[],
): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const table of tables) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from ${sql.table(table)}`.execute(owner)
    counts[table] = rows[0]?.n ?? 0
  }
  return counts
}
