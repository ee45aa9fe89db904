import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chance } from '../../kit/chance.ts'
import { isOver } from '../../../contract/money/downloads.ts'
import { grantAddon } from '../../../server/credits/grants.ts'
import { fileTarget } from '../../../server/downloads/file-target.ts'
import { requestWorker } from '../../../server/downloads/pipeline.ts'
import { seedDemoCustomers } from '../../../demo/customers.ts'
import { enterOrganisation, type Database } from '../../../server/platform/db/db.ts'
import { startTestApp, type TestApp } from '../../kit/app.ts'
import { reportPromise } from '../../kit/reliability.ts'
import { killAtStatement, Killed } from '../../kit/credits.ts'
import { deliveryFaults } from '../../kit/delivery-audit.ts'
import { line, matchFile } from '../../kit/uploads.ts'
import { memberOf, type Member } from '../../kit/saved-work.ts'

const seed = Number(process.env['DELIVERIES_SEED'] ?? 20260303)
const requests = Number(process.env['DELIVERIES_REQUESTS'] ?? 80)
/** After so many requests an organisation owns most of the market, so another one continues. */
const requestsEach = 20

/** Before the given statement or after the commit (`after`). */
const mortalDatabase = (db: Database) => {
  const deaths: (number | 'after')[] = []
  const mortal: Database = {
    ...db,
    asOrg: async (orgId, work) => {
      const death = deaths.shift()
      if (death === 'after') {
        await db.asOrg(orgId, work)
        throw new Killed()
      }
      return db.asOrg(orgId, (trx) => killAtStatement(trx, death ?? null, work))
    },
  }
  return { mortal, deaths }
}

describe('charges and deliveries', () => {
  const random = chance(seed)
  let world: TestApp
  let inner: Database
  let test: TestApp
  let deaths: (number | 'after')[]
  let mortal: Database
  let people: string[]
  let contacts: { id: string; name: string; email: string }[]
  let organisations = 0
  let crashes = 0
  beforeAll(async () => {
    world = await startTestApp({ companies: 40, people: 300 })
    inner = world.db
    const shaky = mortalDatabase(inner)
    mortal = shaky.mortal
    deaths = shaky.deaths
    test = await startTestApp({ companies: 0, parts: { db: mortal } })
    people = (await inner.owner.selectFrom('person').select('id').orderBy('id').execute()).map(
      ({ id }) => id,
    )
    const rows = await inner.owner.selectFrom('person').select(['id', 'doc', 'contact']).execute()
    contacts = rows.flatMap(({ id, doc, contact }) =>
      contact.work_email === undefined ? [] : [{ id, name: doc.name, email: contact.work_email }],
    )
  }, 120_000)
  afterAll(async () => {
    await test.close()
    await world.close()
  })

  const newOrganisation = async (): Promise<Member> => {
    const id = `org_paid_${(organisations += 1)}`
    const at = Date.parse('2026-03-03T01:00:00Z')
    await seedDemoCustomers(
      inner,
      [{ id, name: 'Paid', country: 'AU', website: 'https://paid.example' }],
      at,
    )
    await inner.asOrg(id, (trx) => grantAddon(trx, id, { n: 60, sourceRef: id, title: 'Bought' }))
    return memberOf(test, { userId: `user_${id}`, orgId: id, role: 'admin' })
  }
  const some = (): string[] => Array.from({ length: 1 + random.whole(4) }, () => random.of(people))
  const armCrashes = (): void => {
    deaths.length = 0
    for (let n = random.whole(3); n > 0; n -= 1)
      deaths.push(random.is(0.3) ? 'after' : random.whole(14))
  }
  const send = async (member: Member, path: string, body: object) => {
    const key = crypto.randomUUID()
    armCrashes()
    for (let tries = 0; ; tries += 1) {
      const answer = await member.write('POST', path, body, key)
      if (answer.status < 500 || tries > 5) return answer
      crashes += 1
    }
  }
  const runJob = async (orgId: string, id: string): Promise<void> => {
    const files = test.files
    const worker = requestWorker({
      db: mortal,
      files,
      targets: { DOWNLOAD: fileTarget(files) },
      now: () => Date.parse('2026-03-03T01:00:00Z'),
    })
    const job = { orgId, kind: 'request', id, claims: 1, failures: 0, holder: id }
    for (let life = 0; life < 3; life += 1) {
      armCrashes()
      const lives = random.is(0.2) ? [0, 1] : [0]
      const ends = await Promise.allSettled(lives.map(() => worker.run(job)))
      crashes += ends.filter(({ status }) => status === 'rejected').length
    }
    deaths.length = 0
    await worker.run(job).catch(() => undefined)
  }
  const enrich = async (member: Member): Promise<object> => {
    const chosen = Array.from({ length: 1 + random.whole(4) }, () => random.of(contacts))
    const lines = [...chosen, chosen[0]].map((contact) => line(contact?.name, contact?.email))
    deaths.length = 0
    const upload = await matchFile(
      test,
      member,
      ['Full name,Email', ...lines].join('\r\n'),
      'people',
    )
    return { type: 'ENRICH_DOWNLOAD', source: { kind: 'upload', uploadId: upload.id, fromRow: 1 } }
  }
  const act = async (member: Member): Promise<void> => {
    const luck = random.whole(10)
    if (luck < 4) {
      const ids = some()
      await send(member, '/records/reveal', { category: 'people', ids, agreed: ids.length })
      return
    }
    const what = luck < 8 ? { source: { kind: 'ids', ids: some() } } : await enrich(member)
    const request = { category: 'people', agreed: 100, ...what }
    const { status, body } = await send(member, '/download/request', request)
    if (status === 202) await runJob(member.as.orgId ?? '', body.requestId)
    deaths.length = 0
  }

  it(
    `are equal, record by record, after reveals, downloads and enrichments with crashes (seed ${seed}, ${requests} requests)`,
    async () => {
      const totals = { charges: 0, delivered: 0, unfinished: 0 }
      for (let done = 0; done < requests;) {
        const member = await newOrganisation()
        const orgId = member.as.orgId ?? ''
        for (let n = 0; n < requestsEach && done < requests; n += 1, done += 1) await act(member)
        deaths.length = 0
        await test.work()
        expect(await deliveryFaults(inner, orgId)).toEqual([])
        await inner.asOrg(orgId, async (trx) => {
          const rows = await trx.selectFrom('download_request').select('status').execute()
          totals.unfinished += rows.filter(({ status }) => !isOver(status)).length
          const charges = await trx
            .selectFrom('credit_entry')
            .select('n')
            .where('kind', '=', 'commit')
            .execute()
          totals.charges += charges.length
          totals.delivered += charges.reduce((sum, { n }) => sum + n, 0)
        })
      }
      expect(totals.unfinished).toBe(0)
      expect(totals.charges).toBeGreaterThan(requests / 5)
      expect(crashes).toBeGreaterThan(requests / 5)
      reportPromise({
        promise: 'I2',
        check: 'reveals, downloads and enrichments with crashes, charges beside deliveries',
        volume: requests,
        goal: 10_000,
        seed,
        figures: { orphans: 0, crashes, charges: totals.charges, records: totals.delivered },
      })
    },
    120_000 + requests * 1_500,
  )

  it('fail this check if a charge lost its delivery, or a delivery its charge', async () => {
    const member = await newOrganisation()
    const orgId = member.as.orgId ?? ''
    const source = { kind: 'ids', ids: contacts.slice(0, 3).map(({ id }) => id) }
    const request = { category: 'people', source, agreed: 10 }
    const { body } = await member.write('POST', '/download/request', request)
    await test.work()
    expect(await deliveryFaults(inner, orgId)).toEqual([])
    const planted = async (statement: ReturnType<typeof sql>): Promise<string[]> => {
      let found: string[] = []
      const undone = inner.owner.transaction().execute(async (trx) => {
        await sql`select set_config('app.org', ${orgId}, true)`.execute(trx)
        await statement.execute(trx)
        await enterOrganisation(trx, orgId)
        const inside: Database = { ...inner, asOrg: (_, work) => work(trx) }
        found = await deliveryFaults(inside, orgId)
        throw new Killed()
      })
      await expect(undone).rejects.toThrow(Killed)
      return found.map((fault) => fault.split(':')[0] ?? '')
    }
    const id = String(body.requestId)
    expect(
      await planted(
        sql`update request_row set outcome = 'failed' where request_id = ${id}::uuid and row = 1`,
      ),
    ).toEqual(['a charge without the delivery of its records'])
    expect(
      await planted(sql`delete from unlock where record_id = ${contacts[0]?.id ?? ''}::uuid`),
    ).toContain('a delivered record that its request has not paid')
    expect(
      await planted(
        sql`insert into unlock (org_id, category, record_id) values (${orgId}, 'people', ${contacts[9]?.id ?? ''}::uuid)`,
      ),
    ).toEqual(['an unlocked record that nothing paid'])
    expect(
      await planted(sql`update download_request set charged = 0 where id = ${id}::uuid`),
    ).toEqual(['a request that says another price than its charges'])
  })
})
