import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { registerProcess, type Registered } from '../../../server/installation/processes.ts'
import { allowedConnections } from '../../../server/platform/db/postgres-connections.ts'
import type { Database } from '../../../server/platform/db/db.ts'
import type { Keys } from '../../../server/platform/process/keys.ts'
import { Refusal } from '../../../server/platform/refusal.ts'
import { freshDatabase } from '../../kit/database.ts'

const bytes = (n: number): Uint8Array => new Uint8Array(32).fill(n)
const keys: Keys = {
  crm: bytes(1),
  files: bytes(2),
  vapid: bytes(3),
  seal: [{ id: 'k1', key: bytes(4) }],
}

describe('processes on one database', () => {
  let db: Database
  beforeAll(async () => {
    db = await freshDatabase()
  })
  afterAll(() => db.close())
  beforeEach(async () => {
    await db.owner.deleteFrom('server_process').execute()
  })

  const register = (
    own: Partial<Keys> = {},
    connections = { own: 18, allowed: 97 as number | null },
  ) => registerProcess({ db, keys: { ...keys, ...own }, connections })
  const reasonOf = async (registering: Promise<Registered>): Promise<string> => {
    const reason: unknown = await registering.then(
      () => 'it starts',
      (error: unknown) => error,
    )
    return reason instanceof Refusal ? reason.message : String(reason)
  }

  it('start with the same keys, and leave without a trace', async () => {
    const registered = [await register(), await register()]
    const { rows } = await sql<{
      text: string
    }>`select keys::text as text from server_process`.execute(db.owner)
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(keys.crm).toString('base64'))
    for (const each of registered) await each.leave()
    expect(await db.owner.selectFrom('server_process').select('id').execute()).toEqual([])
  })

  it.each([
    ['CRM_TOKEN_SECRET', { crm: bytes(9) }],
    ['FILES_LINK_SECRET', { files: bytes(9) }],
    ['VAPID_PRIVATE_KEY', { vapid: bytes(9) }],
    ['CRM_SEAL_KEYS', { seal: [{ id: 'k1', key: bytes(9) }] }],
  ] satisfies [string, Partial<Keys>][])(
    'refuse a second with another %s, and name the setting and the first',
    async (setting, other) => {
      const first = await register()
      expect(await reasonOf(register(other))).toMatch(
        new RegExp(`differ from those of process ${process.pid} on .*Set the same ${setting} for`),
      )
      await first.leave()
      expect(await reasonOf(register(other))).toBe('it starts')
    },
  )

  it('rotate the seal key one after the other if each opens what the other seals', async () => {
    const [k1, k2] = [
      { id: 'k1', key: bytes(4) },
      { id: 'k2', key: bytes(5) },
    ]
    await register({ seal: [k1] })
    expect(await reasonOf(register({ seal: [k2, k1] }))).toContain('CRM_SEAL_KEYS')
    const both = await register({ seal: [k1, k2] })
    await db.owner.deleteFrom('server_process').execute()
    await both.leave()
    await register({ seal: [k1, k2] })
    expect(await reasonOf(register({ seal: [k2, k1] }))).toBe('it starts')
  })

  it('forget the keys of a process that died, here or without a heartbeat elsewhere', async () => {
    await register()
    await db.owner.updateTable('server_process').set({ process_start: 'another day' }).execute()
    expect(await reasonOf(register({ crm: bytes(9) }))).toBe('it starts')
    await db.owner.deleteFrom('server_process').execute()
    await register()
    await db.owner.updateTable('server_process').set({ host: 'elsewhere.example' }).execute()
    expect(await reasonOf(register({ crm: bytes(9) }))).toContain('on elsewhere.example')
    await sql`update server_process set seen_at = now() - interval '31 seconds'`.execute(db.owner)
    expect(await reasonOf(register({ crm: bytes(9) }))).toBe('it starts')
  })

  it('refuse connections beyond those of the server, alone or together', async () => {
    expect(await reasonOf(register({}, { own: 98, allowed: 97 }))).toBe(
      'This process may open 98 connections, and the PostgreSQL server allows 97. Set a smaller DATABASE_POOL, or raise max_connections of the server.',
    )
    for (let n = 1; n <= 5; n++) await register()
    expect(await reasonOf(register())).toBe(
      'This process may open 18 connections, 5 other processes may open 90, and the PostgreSQL server allows 97. Set a smaller DATABASE_POOL, or raise max_connections of the server.',
    )
    expect(await reasonOf(register({}, { own: 18, allowed: null }))).toBe('it starts')
    expect(await reasonOf(register({}, { own: 7, allowed: 115 }))).toBe('it starts')
  })

  it('read from a PostgreSQL server how many connections it allows', async (context) => {
    const url = process.env['TEST_DATABASE_URL']
    if (url === undefined) return context.skip('the embedded database has one connection')
    const { rows } = await sql<{ max_connections: string }>`show max_connections`.execute(db.owner)
    const allowed = await allowedConnections(url)
    expect(allowed).toBeGreaterThan(0)
    expect(allowed).toBeLessThan(Number(rows[0]?.max_connections))
  })
})
