import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditLedger } from '../../../server/credits/audit.ts'
import { reserve, chargeAndRelease, type Charge } from '../../../server/credits/ledger.ts'
import { operateCredits } from '../../../server/credits/operating.ts'
import { serveCommands } from '../../kit/commands.ts'
import { seedDemoCustomers } from '../../../demo/customers.ts'
import { answerWithProblems } from '../../../server/platform/http/answers.ts'
import { claimDataFolder } from '../../../server/platform/process/data-folder.ts'
import type { Database } from '../../../server/platform/db/db.ts'
import { harbour, southern } from '../../kit/app.ts'
import { copyEmptyDatabase, freshDatabase } from '../../kit/database.ts'

const now = Date.parse('2026-03-03T00:00:00Z')
const charge = (): Charge => ({
  id: crypto.randomUUID(),
  userId: 'user_1',
  action: 'download',
  title: 'Some',
})
const some = { category: 'people' as const, ids: [crypto.randomUUID(), crypto.randomUUID()] }

describe('credits commands of an operator', () => {
  let db: Database
  beforeAll(async () => {
    db = await freshDatabase()
  })
  afterAll(() => db.close())
  beforeEach(() => seedDemoCustomers(db, [harbour, southern], now))
  afterEach(async () => {
    await sql`truncate customer, subscription, unlock, credit_account, credit_lot, credit_entry, credit_spender, credit_notice, credit_claim`.execute(
      db.owner,
    )
  })

  const accountOf = (org: string) =>
    db.asOrg(org, (trx) => trx.selectFrom('credit_account').selectAll().executeTakeFirstOrThrow())
  const grant = (organisation: string, n = 500) =>
    operateCredits(db, { do: 'grant', organisation, n, note: 'By phone' }, now)

  it('grants credits to an organisation by its id or name and adds a ledger entry', async () => {
    expect(await grant('org_harbour')).toEqual([
      'Added 500 credits to Harbour. They don’t expire. Balance: 550.',
    ])
    await grant('southern', 1)
    expect((await accountOf(southern.id)).posted).toBe(51)
    const entries = await db.asOrg(harbour.id, (trx) =>
      trx.selectFrom('credit_entry').select(['kind', 'n', 'title']).orderBy('seq').execute(),
    )
    expect(entries).toEqual([
      { kind: 'grant', n: 50, title: 'Trial, until 17 March' },
      { kind: 'grant', n: 500, title: 'By phone' },
    ])
    await expect(grant('unknown')).rejects.toThrow('We can’t find the organisation unknown')
    await db.owner.updateTable('customer').set({ name: 'Same' }).execute()
    await expect(grant('same')).rejects.toThrow('org_harbour or org_southern')
  })

  it('accepts commands on the control route with its token only', async () => {
    const app = fastify()
    answerWithProblems(app, () => 'http://localhost')
    await app.register(serveCommands(db, { now: () => now }))
    const send = (payload: object, token = 'the token') =>
      app.inject({
        method: 'POST',
        url: '/_control/credits',
        headers: { authorization: `Bearer ${token}` },
        payload,
      })
    const order = { do: 'grant', organisation: harbour.id, n: 5 }
    expect((await send(order, 'another')).statusCode).toBe(401)
    expect((await send({ ...order, n: -5 })).statusCode).toBe(400)
    expect((await send({ ...order, organisation: 'x' })).json()).toMatchObject({
      code: 'malformed',
    })
    expect((await accountOf(harbour.id)).posted).toBe(50)
    expect((await send(order)).json()).toEqual({ lines: [expect.stringContaining('Balance: 55')] })
    expect((await send({ do: 'audit' })).json()).toEqual({
      lines: ['2 accounts, 0 that do not add up.'],
    })
    await app.close()
  })

  it('stops the application role from changing ledger entries and unlocks', async () => {
    for (const statement of [
      sql`update credit_entry set n = 1`,
      sql`delete from credit_entry`,
      sql`delete from credit_lot`,
      sql`delete from credit_account`,
      sql`update unlock set at = now()`,
      sql`delete from unlock`,
      sql`delete from credit_notice`,
    ])
      await expect(db.asOrg(harbour.id, (trx) => statement.execute(trx))).rejects.toThrow(
        /permission denied/,
      )
  })

  it('stops new charges after a failed audit and completes what is already reserved', async () => {
    const openCharge = charge()
    await db.asOrg(harbour.id, (trx) => reserve(trx, harbour.id, openCharge, 2))
    await sql`update credit_account set posted = posted + 7 where org_id = ${harbour.id}`.execute(
      db.owner,
    )
    const found = await auditLedger(db)
    expect(found.map(({ orgId }) => orgId)).toEqual([harbour.id, harbour.id, harbour.id])
    expect(found.map(({ check }) => check).sort()).toEqual([
      'posted = sum of entries',
      'posted = sum of lots',
      'the last entry tells the balance',
    ])
    expect(found[0]).toMatchObject({ found: 57, wanted: 50 })
    const hold = (org: string) => db.asOrg(org, (trx) => reserve(trx, org, charge(), 1))
    await expect(hold(harbour.id)).rejects.toMatchObject({ code: 'unavailable' })
    await hold(southern.id)
    const lines = await operateCredits(db, { do: 'audit' }, now)
    expect(lines[0]).toBe('2 accounts, 1 that do not add up.')
    await expect(hold(harbour.id)).rejects.toMatchObject({ code: 'unavailable' })
    await sql`update credit_account set posted = posted - 7 where org_id = ${harbour.id}`.execute(
      db.owner,
    )
    expect(
      await db.asOrg(harbour.id, (trx) => chargeAndRelease(trx, harbour.id, openCharge, some)),
    ).toEqual({
      charged: 2,
    })
    await expect(hold(harbour.id)).rejects.toMatchObject({ code: 'unavailable' })
    await operateCredits(db, { do: 'audit' }, now)
    await hold(harbour.id)
  })

  it.each([
    ['a commit without its records', sql`delete from unlock where org_id = ${harbour.id}`],
    [
      'a record that no commit paid for',
      sql`update unlock set entry_id = gen_random_uuid() where org_id = ${harbour.id}`,
    ],
    [
      'a lot that was filled by hand',
      sql`update credit_lot set remaining = remaining + 1 where org_id = ${harbour.id}`,
    ],
    [
      'a hold that was let go twice',
      sql`insert into credit_entry (org_id, id, kind, n, balance, reserved, action, user_id, request_id, attempt, title)
        select org_id, gen_random_uuid(), 'release', 1, balance, reserved, action, user_id, request_id, attempt, 'x'
        from credit_entry where kind = 'reserve' and org_id = ${harbour.id}`,
    ],
  ])('reports %s', async (_, fault) => {
    const faultyCharge = charge()
    await db.asOrg(harbour.id, async (trx) => {
      await reserve(trx, harbour.id, faultyCharge, 2)
      await chargeAndRelease(trx, harbour.id, faultyCharge, some)
    })
    expect(await auditLedger(db)).toEqual([])
    await fault.execute(db.owner)
    expect(await auditLedger(db)).not.toEqual([])
  })
})

it('npm run credits calls the server that owns the data and explains what is not possible', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fieldbook-credits-'))
  const run = async (...args: string[]) => {
    const { DATABASE_URL: _, ...env } = process.env
    const script = fileURLToPath(new URL('../../../scripts/credits.ts', import.meta.url))
    const child = spawn(process.execPath, [script, ...args], {
      env: { ...env, FIELDBOOK_DATA: folder, FIELDBOOK_MIN_FREE_MB: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
    await once(child, 'close')
    return { code: child.exitCode, said }
  }
  expect(await run('grant', 'org_x', '-5')).toMatchObject({
    code: 1,
    said: expect.stringContaining('Usage: npm run credits'),
  })
  await copyEmptyDatabase(join(folder, 'database'))
  const claim = claimDataFolder(folder, { minFreeBytes: 0 })
  expect(await run('audit')).toMatchObject({
    code: 1,
    said: expect.stringContaining('isn’t ready yet. Try again in a moment'),
  })
  const db = await freshDatabase()
  await seedDemoCustomers(db, [{ ...harbour, bucket: 'bkt_growth' }], now)
  const app = fastify()
  await app.register(serveCommands(db, { now: () => now }))
  claim.publish({ url: await app.listen({ port: 0, host: '127.0.0.1' }), token: 'the token' })
  expect(await run('grant', 'harbour', '5', '--note', 'By phone')).toEqual({
    code: 0,
    said: 'Added 5 credits to Harbour. They don’t expire. Balance: 1805.\n',
  })
  await app.close()
  await db.close()
  claim.release()
  expect(await run('grant', 'org_x', '5')).toMatchObject({
    code: 1,
    said: expect.stringContaining('We can’t find the organisation org_x'),
  })
  expect(await run('audit')).toEqual({ code: 0, said: '0 accounts, 0 that do not add up.\n' })
  await rm(folder, { recursive: true })
}, 180_000)
