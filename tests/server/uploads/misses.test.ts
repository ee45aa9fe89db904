import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { matchJob, matchWorker } from '../../../server/uploads/match-rows.ts'
import { harbour, southern, startTestApp, type TestApp } from '../../kit/app.ts'
import { alexOf, line, mapFile, rowsOf } from '../../kit/uploads.ts'
import { memberOf, type Member } from '../../kit/saved-work.ts'

const maxMisses = 4
const alone = 'email alone only finds people you’ve revealed: add their name and company'
const limited = 'you’ve reached today’s limit for unmatched emails: match the file again tomorrow'

describe('email addresses without a match', () => {
  let test: TestApp
  let alex: Member
  let unlocked: { name: string; email: string; company: string }
  beforeAll(async () => {
    test = await startTestApp({ companies: 20, people: 60 })
    alex = alexOf(test)
    const rows = await test.db.owner
      .selectFrom('person')
      .select(['id', 'doc', 'contact'])
      .orderBy('id')
      .execute()
    const [known] = rows.flatMap(({ id, doc, contact }) =>
      contact.work_email === undefined ? [] : [{ id, doc, email: contact.work_email }],
    )
    if (!known) throw new Error('No person in the market has an address.')
    unlocked = { name: known.doc.name, email: known.email, company: known.doc.company.name }
    await test.db.asOrg(harbour.id, (trx) =>
      trx
        .insertInto('unlock')
        .values({ org_id: harbour.id, category: 'people', record_id: known.id })
        .execute(),
    )
  })
  beforeEach(() =>
    test.db.asOrg(harbour.id, (trx) => trx.updateTable('email_miss').set({ misses: 0 }).execute()),
  )
  afterAll(() => test.close())

  const reasonsOf = async (rows: readonly string[], member = alex): Promise<string[]> => {
    const id = await mapFile(test, member, ['Name,Email,Company', ...rows].join('\n'), 'people')
    await member.write('POST', `/exchange/uploads/${id}/match`)
    const orgId = member.as.orgId ?? harbour.id
    const job = { orgId, kind: matchJob, id, claims: 1, failures: 0, holder: id }
    await matchWorker({ db: test.db, batch: 3, maxMisses }).run(job)
    return (await rowsOf(member, id)).map(({ reason }: { reason: string }) => reason)
  }
  const strangers = (count: number): string[] =>
    Array.from({ length: count }, () => line('', `${crypto.randomUUID()}@mail.example`, ''))
  const misses = () =>
    test.db.asOrg(harbour.id, async (trx) => {
      const row = await trx.selectFrom('email_miss').select('misses').executeTakeFirst()
      return row?.misses
    })

  it('are looked up until the organisation’s daily limit, across its files', async () => {
    expect(await reasonsOf(strangers(2))).toEqual([alone, alone])
    // Batches run in parallel, so the order of rows is undefined.
    expect((await reasonsOf(strangers(4))).toSorted()).toEqual([alone, alone, limited, limited])
    expect(await reasonsOf(strangers(1))).toEqual([limited])
    expect(await misses()).toBe(maxMisses)
  })

  it('do not count if the address is an unlocked person’s', async () => {
    const rows = Array.from({ length: 10 }, () => line('', unlocked.email, ''))
    expect(new Set(await reasonsOf(rows))).toEqual(new Set(['email agrees']))
    expect(await misses()).toBe(0)
  })

  it('still let rows match by name and company beyond the limit', async () => {
    const { name, email, company } = unlocked
    await reasonsOf(strangers(maxMisses))
    const [byName, byEmail] = await reasonsOf([line(name, email, company), line('', email, '')])
    expect(byName).toMatch(/^name and company/)
    expect(byEmail).toBe(limited)
  })

  it('are looked up again the next day', async () => {
    await reasonsOf(strangers(maxMisses + 1))
    await test.db.asOrg(harbour.id, (trx) => sql`update email_miss set day = day - 1`.execute(trx))
    expect(await reasonsOf([line('', unlocked.email, '')])).toEqual(['email agrees'])
  })

  it('of one organisation do not affect another’s limit', async () => {
    await reasonsOf(strangers(maxMisses + 1))
    const other = memberOf(test, { userId: 'user_dee', orgId: southern.id, role: 'admin' })
    expect(await reasonsOf(strangers(1), other)).toEqual([alone])
  })
})
