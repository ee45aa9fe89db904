import { request } from 'node:http'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '../../../contract/api.ts'
import type { Endpoint } from '../../../contract/core/endpoint.ts'
import { seedDemoCustomers } from '../../../demo/customers.ts'
import type { CrmEmulator } from '../../../emulators/crm/core/types.ts'
import { startSalesloftEmulator } from '../../../emulators/crm/salesloft/emulator.ts'
import { hubspot } from '../../../server/connectors/hubspot/connector.ts'
import { unknownNumber, type Register } from '../../../server/registers/answers.ts'
import { nameOperator } from '../../../server/sources/store.ts'
import { salesloft } from '../../../server/connectors/salesloft/connector.ts'
import type { Someone, TestApp } from '../../kit/app.ts'
import { crmsAt } from '../../kit/crm/app.ts'
import { startBillingApp, type BillingApp } from '../../kit/billing.ts'
import { reportPromise } from '../../kit/reliability.ts'
import {
  exampleOf,
  mutatingNames,
  refusingTarget,
  type MutatingName,
} from '../../kit/mutating-examples.ts'
import { memberOf, someRecords } from '../../kit/saved-work.ts'

const seed = Number(process.env['TWINS_SEED'] ?? 20260303)
const rounds = Number(process.env['TWINS_ROUNDS'] ?? 1)
const cutShare = 0.15

type Sent = { method: string; url: string; payload: string }
type Answer = { status: number; body: string }
type Writes = Record<string, number>
type Faults = { differing: number; doubled: number; notes: string[] }

describe('a call with changes', () => {
  let test: BillingApp
  let port: number
  let people: string[]
  let company: { id: string; name: string }
  let organisations = 0
  let crm: CrmEmulator
  beforeAll(async () => {
    crm = await startSalesloftEmulator({})
    test = await startBillingApp({
      companies: 60,
      people: 300,
      asSold: false,
      // A delivery would write between two counts.
      webhooks: false,
      parts: {
        targets: { HS_INTEGRATION: refusingTarget },
        registers: { of: () => ({ register: unknowing, number: '1' }) },
        crms: crmsAt(crm, salesloft, { kinds: [hubspot, salesloft] }),
      },
    })
    await logWrites(test)
    people = await someRecords(test, 'people', 100, { has_email: ['Yes'] })
    const found = await test.ask('POST', '/records', { category: 'company', size: 1 })
    company = found.body.records[0]
    const address = test.app.server.address()
    port = typeof address === 'object' && address ? address.port : 0
  }, 120_000)
  afterAll(async () => {
    await test.close()
    await crm.close()
  })

  const send = async (as: Someone, key: string, { method, url, payload }: Sent) => {
    const answer = await test.app.inject({
      method: method as 'POST',
      url,
      headers: {
        authorization: `Bearer ${await test.token(as)}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      payload,
    })
    return { status: answer.statusCode, body: answer.body }
  }
  /** Retries a duplicate that waited too long for the first, as a client does. */
  const sendUntilAnswered = async (
    as: Someone,
    key: string,
    sent: Sent,
    tries = 5,
  ): Promise<Answer> => {
    const answer = await send(as, key, sent)
    return tries > 1 && /"code":"(still-running|unavailable)"/.test(answer.body)
      ? sendUntilAnswered(as, key, sent, tries - 1)
      : answer
  }
  const sendCut = async (as: Someone, key: string, { method, url, payload }: Sent, ms: number) => {
    const token = await test.token(as)
    await new Promise<void>((done) => {
      const cut = request({
        method,
        port,
        host: '127.0.0.1',
        path: url,
        agent: false,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
      })
      cut.on('error', () => undefined)
      cut.on('close', () => done())
      cut.end(payload, () => setTimeout(() => cut.destroy(), ms))
    })
  }

  const scene = async (name: MutatingName) => {
    const orgId = `org_twin_${(organisations += 1)}`
    const organisation = {
      id: orgId,
      name: 'Twin',
      country: 'AU',
      website: 'https://t.example',
    } as const
    await seedDemoCustomers(test.db, [organisation], Date.parse('2026-03-03T01:00:00Z'))
    const as: Someone = { userId: `user_${orgId}`, orgId, role: 'admin' }
    const admin = memberOf(test, as)
    await admin.read('/customer/info')
    const { path = {}, body = {} } = await exampleOf(name, {
      test,
      admin,
      orgId,
      people,
      company,
    })
    await test.app.settled()
    const call: Endpoint = api[name]
    const url = call.path.replaceAll(/\{(\w+)\}/g, (_, key: string) => path[key] ?? '')
    const sent = { method: call.method, url: `/api${url}`, payload: JSON.stringify(body) }
    return { as, orgId, sent, good: call.status ?? 200, body }
  }
  const writesOf = async (orgId: string): Promise<Writes> => {
    const { rows } = await sql<{ what: string; times: number }>`
      select what, count(*)::int as times from write_log where org_id = ${orgId} group by what`.execute(
      test.db.owner,
    )
    return Object.fromEntries(rows.map(({ what, times }) => [what, times]))
  }
  const forgetWrites = () => sql`delete from write_log`.execute(test.db.owner)

  const play = async (
    name: MutatingName,
    luck: { cut: number | null },
    keyOf: (key: string) => string = (key) => key,
  ): Promise<Faults> => {
    const faults: Faults = { differing: 0, doubled: 0, notes: [] }
    const alone = await scene(name)
    const twin = await scene(name)
    await forgetWrites()
    await nameOperator(test.db.owner, alone.orgId)
    const once = await send(alone.as, crypto.randomUUID(), alone.sent)
    if (once.status !== alone.good)
      throw new Error(
        `${name} needs a valid request in tests/kit/mutating-examples.ts: it answered ${once.status} ${once.body}`,
      )
    await nameOperator(test.db.owner, twin.orgId)
    const key = crypto.randomUUID()
    if (luck.cut !== null) await sendCut(twin.as, keyOf(key), twin.sent, luck.cut)
    const times = luck.cut === null ? 5 : 2
    const answers = await Promise.all(
      Array.from({ length: times }, () => sendUntilAnswered(twin.as, keyOf(key), twin.sent)),
    )
    await test.app.settled()
    if (new Set(answers.map((answer) => JSON.stringify(answer))).size > 1) faults.differing += 1
    const [first] = answers
    if (first?.status !== twin.good) faults.differing += 1
    const [wanted, found] = [await writesOf(alone.orgId), await writesOf(twin.orgId)]
    if (JSON.stringify(sorted(wanted)) !== JSON.stringify(sorted(found))) faults.doubled += 1
    if (faults.differing + faults.doubled > 0)
      faults.notes.push(`${name} ${JSON.stringify({ luck, wanted, found, answers })}`)
    if (keyOf(key) !== key) return faults

    const other = { ...twin.sent, payload: JSON.stringify({ ...twin.body, other: true }) }
    const refused = await send(twin.as, key, other)
    if (refused.status !== 422 || !refused.body.includes('key-reused'))
      faults.notes.push(`${name} with another body answered ${refused.status} ${refused.body}`)
    await faultsOfStrangers(name, twin, key, faults)
    return faults
  }
  /** The key of another member or organisation is a new key: the call acts for its own caller or is refused, and its answer is stored separately. */
  const faultsOfStrangers = async (
    name: MutatingName,
    { as, orgId, sent }: { as: Someone; orgId: string; sent: Sent },
    key: string,
    faults: Faults,
  ): Promise<void> => {
    const own = await answerUnder(orgId, as.userId, key)
    const stranger = { ...(await scene('feedback')).as }
    const colleague: Someone = { ...as, userId: `colleague_${as.userId}` }
    for (const other of [stranger, colleague]) {
      const answer = await send(other, key, sent)
      const remembered = await answerUnder(other.orgId ?? '', other.userId, key)
      const acted = answer.status < 300
      if (acted !== (remembered.length === 1) || answer.status >= 500)
        faults.notes.push(
          `${name}: a stranger's key answered ${answer.status}, remembered ${remembered.length}`,
        )
    }
    if (JSON.stringify(own) !== JSON.stringify(await answerUnder(orgId, as.userId, key)))
      faults.notes.push(`${name}: a stranger changed what is remembered`)
  }
  const answerUnder = (orgId: string, userId: string | undefined, key: string) =>
    test.db.asOrg(orgId, (trx) =>
      trx
        .selectFrom('idem')
        .selectAll()
        .where('key', '=', key)
        .where('user_id', '=', userId ?? '')
        .execute(),
    )

  it(
    `acts once and returns the same bytes under one Idempotency-Key, all ${mutatingNames.length} of them (seed ${seed}, ${rounds} rounds)`,
    async () => {
      const found: Faults = { differing: 0, doubled: 0, notes: [] }
      const luck = fc.record({
        cut: fc.oneof(
          { weight: 100 * (1 - cutShare), arbitrary: fc.constant(null) },
          { weight: 100 * cutShare, arbitrary: fc.nat(15) },
        ),
      })
      const lucks = fc.sample(luck, { seed, numRuns: rounds * mutatingNames.length })
      for (const [n, draw] of lucks.entries()) {
        const name = mutatingNames[n % mutatingNames.length] ?? 'feedback'
        const { differing, doubled, notes } = await play(name, draw)
        found.differing += differing
        found.doubled += doubled
        found.notes.push(...notes)
      }
      expect(found.notes.slice(0, 5)).toEqual([])
      reportPromise({
        promise: 'I7',
        check: 'mutating calls, five at once under one key or cut and sent again',
        volume: lucks.length,
        goal: 5_000,
        seed,
        figures: { differing: found.differing, doubled: found.doubled },
      })
    },
    120_000 + rounds * mutatingNames.length * 3_000,
  )

  it.each<MutatingName>(['feedback', 'addNote', 'createList', 'saveTemplate', 'renameSearch'])(
    'fails this check if keys are ignored: %s',
    async (name) => {
      const { differing, doubled } = await play(name, { cut: null }, () => crypto.randomUUID())
      expect(differing + doubled).toBeGreaterThan(0)
    },
    60_000,
  )
})

const unknowing: Register = { name: 'NZBN', ask: () => Promise.resolve(unknownNumber) }

const sorted = (writes: Writes): [string, number][] =>
  Object.entries(writes).toSorted(([a], [b]) => a.localeCompare(b))

/** Counts every committed row that is written for an organisation, by any code. */
const logWrites = async ({ db }: TestApp): Promise<void> => {
  await sql`create table write_log (org_id text, what text not null)`.execute(db.owner)
  await sql`create function log_write() returns trigger language plpgsql security definer as $$
    begin
      insert into write_log values (coalesce(to_jsonb(new), to_jsonb(old)) ->> 'org_id', tg_op || ' ' || tg_table_name);
      return null;
    end $$`.execute(db.owner)
  const { rows } = await sql<{ relname: string }>`
    select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id'
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> 'write_log'`.execute(
    db.owner,
  )
  for (const { relname } of rows)
    await sql`create trigger log_writes after insert or update or delete on ${sql.table(relname)}
      for each row execute function log_write()`.execute(db.owner)
}
