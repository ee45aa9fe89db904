import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { uuidv7 } from 'uuidv7'
import type { Company, Person } from '../../../contract/records/records.ts'
import { newCompany } from '../../../server/importers/merge.ts'
import {
  companiesByIds,
  findCandidates,
  holdClock,
  peopleByIds,
  saveCompanies,
  savePeople,
  withTick,
} from '../../../server/records/store.ts'
import type { Database } from '../../../server/platform/db/db.ts'
import { freshDatabase } from '../../kit/database.ts'
import { clear, tick } from '../../kit/import.ts'
import { removeCompanies } from '../../kit/market.ts'

let db: Database
beforeAll(async () => {
  db = await freshDatabase()
})
afterAll(() => db.close())
beforeEach(async () => {
  await clear(db)
  await db.owner.deleteFrom('person').execute()
  await db.owner.deleteFrom('record_removed').execute()
})

const company = (name: string, more: Partial<Company> = {}): Company => ({
  ...newCompany(
    uuidv7(),
    { name },
    { source: 'test', seenAt: '2026-03-02', trust: { base: 1 }, official: false },
  ),
  ...more,
})

const person = (name: string, employer: Company): Person => ({
  id: uuidv7(),
  name,
  first_name: name,
  last_name: 'Example',
  position: 'Owner',
  position_cleaned: 'Owner',
  company_id: employer.id,
  company: { name: employer.name },
  history: [],
  skills: [],
  social: {},
  previous_company_flag: false,
  quality: { completeness: 0 },
  provenance: {},
})

const save = (...companies: Company[]): Promise<string> =>
  withTick(db, async (trx, seq) => {
    await saveCompanies(trx, companies, seq)
    return seq
  })

test('returns companies as saved, in the requested order, with any text', async () => {
  const odd = company(`Quote " comma , brace { } back \\ slash 'NULL' \u2028 🌿`)
  const plain = company('Kauri', { domain: 'kauri.example' })
  await save(odd, plain)
  expect(await companiesByIds(db.owner, [plain.id, uuidv7(), odd.id])).toEqual([plain, odd])
  const row = await db.owner
    .selectFrom('company')
    .selectAll()
    .where('id', '=', odd.id)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ name: odd.name, domain_key: null, seq: await tick(db) })
})

test('replaces a company on the second save, with the later tick', async () => {
  const kauri = company('Kauri')
  const first = await save(kauri)
  const second = await save({ ...kauri, name: 'Totara' })
  expect(BigInt(second)).toBe(BigInt(first) + 1n)
  const rows = await db.owner.selectFrom('company').select(['name', 'seq', 'name_key']).execute()
  expect(rows).toEqual([{ name: 'Totara', seq: second, name_key: 'totara' }])
})

test('takes a tick only for committed work', async () => {
  const before = await tick(db)
  const failed = withTick(db, async (trx, seq) => {
    await saveCompanies(trx, [company('Kauri')], seq)
    throw new Error('thought better of it')
  })
  await expect(failed).rejects.toThrow('thought better of it')
  expect(await tick(db)).toBe(before)
  expect(await db.owner.selectFrom('company').selectAll().execute()).toEqual([])
})

test('takes no tick while the clock is locked', async () => {
  const before = await tick(db)
  await db.owner.transaction().execute(holdClock)
  expect(await tick(db)).toBe(before)
})

test('gives concurrent writers their own ticks in the order of their commits', async () => {
  const before = BigInt(await tick(db))
  const seen = await Promise.all(
    Array.from({ length: 8 }, (_, number) => save(company(`Kauri ${number}`))),
  )
  expect(seen.map(BigInt).toSorted((a, b) => Number(a - b))).toEqual(
    Array.from({ length: 8 }, (_, number) => before + BigInt(number) + 1n),
  )
})

test('removes a company with its people, and readers of the clock see both', async () => {
  const [kauri, rimu] = [company('Kauri'), company('Rimu')]
  const [ana, ben] = [person('Ana', kauri), person('Ben', rimu)]
  await save(kauri, rimu)
  await withTick(db, (trx, seq) =>
    savePeople(
      trx,
      [
        { person: ana, contact: { mobile: '0491570006' } },
        { person: ben, contact: {} },
      ],
      seq,
    ),
  )
  const seq = await withTick(db, async (trx, at) => {
    await removeCompanies(trx, [kauri.id], at)
    return at
  })
  expect(await companiesByIds(db.owner, [kauri.id, rimu.id])).toEqual([rimu])
  expect(await peopleByIds(db.owner, [ana.id, ben.id])).toEqual([{ person: ben, contact: {} }])
  const removed = await db.owner
    .selectFrom('record_removed')
    .selectAll()
    .orderBy('category')
    .execute()
  expect(removed).toEqual([
    { category: 'company', id: kauri.id, seq },
    { category: 'people', id: ana.id, seq },
  ])
  await save(kauri)
  expect(await db.owner.selectFrom('record_removed').select('category').execute()).toEqual([
    { category: 'people' },
  ])
})

test('finds candidates by any key in one query, each once', async () => {
  const kauri = company('Kauri Dairy', {
    abn: '36999000010',
    domain: 'kauri.example',
    hq: { country: 'NZ', state: 'Waikato' },
    type: 'Private',
  })
  await save(kauri, company('Rimu'), company('Kauri Diary'))
  const found = await findCandidates(db.owner, {
    abn: ['36999000010', '26999000029'],
    domain_key: ['kauri.example'],
    name_key: ['rimu'],
    similarTo: ['kauri dairy'],
  })
  expect(found.map(({ name }) => name).toSorted()).toEqual(['Kauri Dairy', 'Kauri Diary', 'Rimu'])
  expect(found.find(({ name }) => name === 'Kauri Dairy')).toMatchObject({
    id: kauri.id,
    abn: '36999000010',
    state: 'Waikato',
    country: 'NZ',
    type: 'Private',
    source: 'test',
  })
  expect(await findCandidates(db.owner, {})).toEqual([])
})
