import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyChain } from '../../../server/audit/verify.ts'
import { auditLedger } from '../../../server/credits/audit.ts'
import { operateCredits } from '../../../server/credits/operating.ts'
import { openStore } from '../../../server/backup/location.ts'
import { readManifest } from '../../../server/backup/manifest.ts'
import { moveDatabase } from '../../../server/backup/move-database.ts'
import { operateParked } from '../../../server/backup/park.ts'
import { restoreFiles, restoreTables, settleRestored } from '../../../server/backup/restore.ts'
import { runDueBackup } from '../../../server/backup/run-backup.ts'
import { takeBackup } from '../../../server/backup/take-backup.ts'
import { openDatabase, type Database } from '../../../server/platform/db/db.ts'
import { refuseServerInUse, replaceSchema } from '../../../server/platform/db/set-aside.ts'
import { answerWithProblems } from '../../../server/platform/http/answers.ts'
import { folderFiles } from '../../../server/platform/vendors/files.ts'
import { backupRoutes } from '../../../server/routes/backups.ts'
import { startS3 } from '../../../emulators/s3/emulator.ts'
import { harbour, southern, startTestApp, type TestApp } from '../../kit/app.ts'
import { plantWork, theirWork } from '../../kit/canary-work.ts'
import { embeddedDatabase, freshDatabase } from '../../kit/database.ts'
import { onServer } from '../../kit/postgres-template.ts'
import { someRecords } from '../../kit/saved-work.ts'

const passphrase = 'correct horse battery'
const now = Date.parse('2026-03-03T02:00:00Z')

let test: TestApp
let folder: string
let dataFolder: string
let id: string
/** Restored from the backup, in this order of the tests. */
let db: Database
let lines: string[]

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fieldbook-backups-'))
  dataFolder = mkdtempSync(join(tmpdir(), 'fieldbook-data-'))
  test = await startTestApp({ companies: 30, people: 60 })
  const [person = ''] = await someRecords(test, 'people', 1)
  await plantWork(test, 'Canary ünï 🦘 \\N', person)
  await operateCredits(test.db, { do: 'grant', organisation: southern.id, n: 7 }, now)
  await waitToBeSent(test.db)
  await test.files.write('org_1/a.csv', textOf('one,two\r\n'))
  writeFileSync(join(dataFolder, 'crm.key'), Buffer.alloc(32, 7))
  writeFileSync(join(dataFolder, 'owner.1.json'), '{}')
  ;({ id } = await takeBackup(backupParts()))
  db = await freshDatabase()
  const store = folderFiles(folder)
  await restoreTables(
    db,
    { store, ...(await readManifest(store, id, passphrase)) },
    () => undefined,
  )
  lines = await settleRestored(db)
  // On the embedded database two are opened.
}, 180_000)
afterAll(async () => {
  await test.close()
  await db.close()
  for (const path of [folder, dataFolder]) rmSync(path, { recursive: true, force: true })
})
const backupParts = () => ({
  db: test.db,
  files: test.files,
  dataFolder,
  fingerprints: {},
  store: folderFiles(folder),
  staging: null,
  passphrase,
  now: () => now,
  onProgress: () => undefined,
})

async function* textOf(text: string) {
  yield text
}

/** A push message, an email and a note for a CRM. */
const waitToBeSent = async (db: Database): Promise<void> => {
  const statements = [
    sql`insert into feedback (org_id, id, user_id, kind, message, page, picture)
      values ('org_southern', ${theirWork.note}, 'user_kiri', 'idea', ${'Tab\tline\nend\\.\n\\.\n'}, '/', '\\x00ff')`,
    sql`insert into push_device (org_id, id, user_id, endpoint, p256dh, auth, label)
      values ('org_southern', ${theirWork.list}, 'user_kiri', 'https://push.example/1', 'a', 'b', 'Phone')`,
    sql`insert into push_outbox (org_id, run_id, device_id, message)
      values ('org_southern', ${theirWork.note}, ${theirWork.list}, '{}')`,
    sql`insert into job (org_id, kind, id) values ('org_southern', 'agent-email', ${theirWork.note})`,
    sql`insert into crm_connection (org_id, id, connector, account_id, account_name, account_user, missing_scopes, mapping, connected_by)
      values ('org_southern', ${theirWork.list}, 'hubspot', '1', 'One', 'Kiri', '{}', '{}', 'user_kiri')`,
    sql`insert into crm_activity (org_id, connection_id, activity_id, part)
      values ('org_southern', ${theirWork.list}, ${theirWork.note}, 'entry')`,
  ]
  await db.asOrg(southern.id, async (trx) => {
    for (const statement of statements) await statement.execute(trx)
  })
}

const rulesOf = async (database: Database): Promise<unknown> => {
  const { rows } = await sql`select relname, relrowsecurity, relforcerowsecurity,
      (select count(*) from pg_constraint where conrelid = c.oid) as rules,
      (select array_agg(tgenabled::text) from pg_trigger where tgrelid = c.oid and not tgisinternal) as triggers
    from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`.execute(
    database.owner,
  )
  return rows
}

const countsOf = async (db: Database): Promise<unknown> => {
  const entries = await db.asOrg(southern.id, (trx) =>
    trx.selectFrom('credit_entry').selectAll().orderBy('seq').execute(),
  )
  const work = await db.asOrg(southern.id, (trx) =>
    trx.selectFrom('saved_item').selectAll().orderBy('id').execute(),
  )
  const people = await db.owner.selectFrom('person').select(['id', 'doc']).orderBy('id').execute()
  return { entries, work, people }
}

describe('a backup', () => {
  it('shows nothing of its content, and has no files of the database or the lock', () => {
    const names = readdirSync(join(folder, id))
    expect(names).toEqual(expect.arrayContaining(['manifest.json', 'files.part', 'person.part']))
    for (const name of names.filter((each) => each !== 'manifest.json'))
      expect(readFileSync(join(folder, id, name)).includes('Harbour')).toBe(false)
  })

  it('restores every row, rule, ledger and audit log into an empty database', async () => {
    expect(await countsOf(db)).toEqual(await countsOf(test.db))
    expect(await rulesOf(db)).toEqual(await rulesOf(test.db))
    expect((await db.asOrg(southern.id, verifyChain)).brokenAt).toBeNull()
    expect(lines).toContain('The ledgers of 2 organisations add up.')
    expect(lines).toContain('The audit logs of 2 organisations are whole.')
  })

  it('serves members after a restore, continues the ledger and fences organisations', async () => {
    const again = await startTestApp({
      db: { ...db, close: () => Promise.resolve() },
      companies: 0,
    })
    const list = await again.ask('GET', '/lists', undefined, { as: { orgId: southern.id } })
    expect(JSON.stringify(list.body)).toContain(theirWork.list)
    const other = await again.ask('GET', '/lists', undefined, { as: { orgId: harbour.id } })
    expect(JSON.stringify(other.body)).not.toContain(theirWork.list)
    await again.close()
    await operateCredits(db, { do: 'grant', organisation: southern.id, n: 5 }, now)
    expect(await auditLedger(db)).toEqual([])
    const stranger = db.asOrg(harbour.id, (trx) =>
      trx.selectFrom('saved_item').select('id').where('id', '=', theirWork.list).execute(),
    )
    expect(await stranger).toEqual([])
  })

  it('parks what may have been sent after it, lists it, and sends it on request', async () => {
    const parked =
      'Parked, because they may have been sent before: 2 push messages, 1 emails, 1 notes, visits and tasks for CRMs.'
    expect(lines[0]).toContain(parked)
    expect(await operateParked(db, { do: 'list' })).toContain(parked)
    expect(await operateParked(db, { do: 'send' })).toEqual(['4 are being sent.'])
    expect(await operateParked(db, { do: 'list' })).toEqual(['Nothing is parked.'])
    const due = await db.asOrg(southern.id, (trx) =>
      trx
        .selectFrom('push_outbox')
        .select(sql`run_at <= now()`.as('due'))
        .execute(),
    )
    expect(due).toEqual([{ due: true }, { due: true }])
  })

  it('brings back files and keys byte for byte', async () => {
    const target = mkdtempSync(join(tmpdir(), 'fieldbook-data-'))
    const store = folderFiles(folder)
    const files = folderFiles(join(target, 'files'))
    const backup = { store, ...(await readManifest(store, id, passphrase)) }
    expect(await restoreFiles(backup, { files, dataFolder: target })).toBe(3)
    const file = await files.read('org_1/a.csv')
    expect(file && (await buffer(file.content)).toString()).toBe('one,two\r\n')
    expect(readFileSync(join(target, 'crm.key')).equals(Buffer.alloc(32, 7))).toBe(true)
    rmSync(target, { recursive: true })
  })

  it('is refused with another passphrase, without one, changed or incomplete, and changes nothing', async () => {
    const copy = mkdtempSync(join(tmpdir(), 'fieldbook-copy-'))
    cpSync(folder, copy, { recursive: true })
    const store = folderFiles(copy)
    await expect(readManifest(store, id, 'another passphrase')).rejects.toThrow(
      'The passphrase isn’t',
    )
    await expect(readManifest(store, id, undefined)).rejects.toThrow('is encrypted')
    const backup = { store, ...(await readManifest(store, id, passphrase)) }
    const path = join(copy, id, 'person.part')
    writeFileSync(
      path,
      readFileSync(path).map((byte, at) => (at === 40 ? byte ^ 1 : byte)),
    )
    await expect(restoreTables(db, backup, () => undefined)).rejects.toThrow('damaged')
    const people = await db.owner.selectFrom('person').select('id').execute()
    expect(people).toHaveLength(60)
    rmSync(path)
    await expect(restoreTables(db, backup, () => undefined)).rejects.toThrow(
      'lacks its part person',
    )
    rmSync(join(copy, id, 'manifest.json'))
    await expect(readManifest(store, id, passphrase)).rejects.toThrow('it has no manifest')
    rmSync(copy, { recursive: true })
  })

  it('goes to object storage when it is due, from one of two processes, and removes older ones', async () => {
    const account = { accessKeyId: 'id', secretAccessKey: 'secret', region: 'auto' }
    const s3 = await startS3(account)
    const to = 's3://backups/fieldbook'
    const command = { to, account: { ...account, endpoint: s3.endpoint }, retention: '1d' }
    const { store } = openStore(to, command, dataFolder)
    for (const name of ['person.part', 'manifest.json'])
      await store.write(`fieldbook-20260301T020000Z/${name}`, textOf('{}'))
    const due = { ...command, everyHours: 24 }
    const both = await Promise.all([
      runDueBackup(backupParts(), due),
      runDueBackup(backupParts(), due),
    ])
    const [report = [], ...more] = both.filter((lines) => lines !== null)
    expect(more).toEqual([])
    expect(report).toContain('Removed 1 older: fieldbook-20260301T020000Z.')
    expect(report).toContain(
      'Restore it with: npm run restore -- s3://backups/fieldbook/fieldbook-20260303T020000Z',
    )
    const dayLater = { ...backupParts(), now: () => now + 23 * 3_600_000 }
    expect(await runDueBackup(dayLater, due)).toBeNull()
    const ids = new Set((await store.list()).map((key) => key.split('/')[0]))
    expect([...ids]).toEqual(['fieldbook-20260303T020000Z'])
    expect(readdirSync(join(dataFolder, '.backup'), { recursive: true })).not.toContain('.part')
    expect(s3.refused).toEqual([])
    await s3.close()
  })

  it('asked for by a command at the server says how far it is, and ends with a refusal in words', async () => {
    const server = fastify()
    answerWithProblems(server, () => 'http://localhost')
    await server.register(backupRoutes({ ...backupParts(), controlToken: 'the token' }))
    const ask = (authorization: string, to: string) =>
      server.inject({
        method: 'POST',
        url: '/_control/backup',
        headers: { authorization },
        payload: { to },
      })
    expect((await ask('Bearer another', folder)).statusCode).toBe(401)
    const refused = await ask('Bearer the token', 's3://x')
    expect(JSON.parse(refused.body)).toEqual({
      refused: 's3://x is no address like s3://bucket/folder.',
    })
    const read = await ask('Bearer the token', '/dev/null/backups')
    expect(read.body).toContain('{"progress":"Reading: ')
    await server.close()
  })
})

describe('a move', () => {
  it('to another database has every row of every table, and the ledger goes on', async () => {
    await moveDatabase(test.db, db, () => undefined)
    expect(await countsOf(db)).toEqual(await countsOf(test.db))
    expect(await rulesOf(db)).toEqual(await rulesOf(test.db))
    await operateCredits(db, { do: 'grant', organisation: southern.id, n: 5 }, now)
    expect(await auditLedger(db)).toEqual([])
  })

  const server = process.env['TEST_DATABASE_URL'] ?? ''
  it.skipIf(server === '')(
    'to a server as an owner without further rights, and back to the embedded database, loses nothing',
    async () => {
      const url = await databaseOfOwner(server)
      const target = await replaceSchema(url, { until: undefined, replace: false })
      await moveDatabase(test.db, target.db, () => undefined)
      await target.publish()
      await expect(replaceSchema(url, { until: undefined, replace: false })).rejects.toThrow(
        'The database has data',
      )
      const abandoned = await replaceSchema(url, { until: undefined, replace: true })
      await expect(refuseServerInUse(url)).rejects.toThrow('Stop every Fieldbook')
      await abandoned.abandon()
      const there = await openDatabase({ url })
      const back = await embeddedDatabase()
      await moveDatabase(there, back, () => undefined)
      expect(await countsOf(back)).toEqual(await countsOf(test.db))
      expect(await rulesOf(there)).toEqual(await rulesOf(test.db))
      await there.close()
      await back.close()
      await onServer(server, `drop database ${new URL(url).pathname.slice(1)} with (force)`)
      await onServer(server, `drop role ${new URL(url).username}`)
    },
    // It may create the first embedded database of the run.
    180_000,
  )
})

/** Of a user who only owns it. */
const databaseOfOwner = async (server: string): Promise<string> => {
  const name = `owner_${crypto.randomUUID().replaceAll('-', '')}`
  await onServer(server, `create role ${name} login password 'owner'`)
  await onServer(server, `grant fieldbook_app to ${name} with admin option`)
  await onServer(server, `create database ${name} owner ${name}`)
  const url = new URL(server)
  Object.assign(url, { username: name, password: 'owner', pathname: `/${name}` })
  return url.href
}
