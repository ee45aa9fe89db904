import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptyCriteria, type Criteria } from '../../../../contract/search/criteria.ts'
import type { Company, Person } from '../../../../contract/records/records.ts'
import { demoWorld } from '../../../../demo/world.ts'
import { saveCompanies, savePeople, withTick } from '../../../../server/records/store.ts'
import { openBitmaps } from '../../../../server/search/bitmap-engine.ts'
import { openCluster } from '../../../../server/search/cluster/cluster-engine.ts'
import { createNodes, type Nodes } from '../../../../server/search/cluster/nodes.ts'
import type { SearchEngine } from '../../../../server/search/engine.ts'
import type { Database } from '../../../../server/platform/db/db.ts'
import { isProblem } from '../../../../server/platform/http/problem-error.ts'
import { freshDatabase } from '../../../kit/database.ts'
import { loadWorld, removeCompanies } from '../../../kit/market.ts'
import { testNodes } from '../../../kit/search/cluster.ts'

const today = '2026-03-03'
let db: Database
let search: SearchEngine

type Options = { name?: string; nodes?: Nodes; day?: string; logged?: string[] }
const open = ({ name = 'engine', nodes = testNodes(), day = today, logged = [] }: Options = {}) =>
  openCluster({
    db,
    nodes,
    name,
    today: () => day,
    now: Date.now,
    log: {
      info: (facts, text) => logged.push(`${text} ${JSON.stringify(facts)}`),
      warn: (facts, text) => logged.push(`WARN ${text} ${JSON.stringify(facts)}`),
    },
  })

beforeAll(async () => {
  db = await freshDatabase()
  await loadWorld(db, demoWorld({ companies: 200, people: 800, seed: 3, today }))
  search = await open()
}, 120_000)
afterAll(async () => {
  await search.close()
  await db.close()
})

const query = (criteria: Partial<Criteria>, category: 'company' | 'people' = 'company') => ({
  category,
  criteria: { ...emptyCriteria, ...criteria },
  sorting: [],
  from: 0,
  size: 50,
})

const some = async (skip: number): Promise<{ company: Company; person: Person }> =>
  db.owner
    .selectFrom('person')
    .innerJoin('company', 'company.id', 'person.company_id')
    .select(['company.doc as company', 'person.doc as person'])
    .orderBy('person.id')
    .offset(skip)
    .limit(1)
    .executeTakeFirstOrThrow()

describe('a search cluster', () => {
  it('answers about the whole market as the bitmaps do', async () => {
    const bitmaps = await openBitmaps({ db, folder: null, workers: 0, today: () => today })
    const questions: Partial<Criteria>[] = [
      {},
      { search: 'a' },
      { search: 'manager' },
      { filters: { country: ['AU'] }, excluded: { company_size: ['1-10'] } },
      { filters: { verified_lately: ['Yes'] } },
      { filters: { job_posts: ['30d'] } },
      { filters: { job_posts: ['1-5', 'Any'] } },
      { filters: { revenue: ['1-10M'] }, metadata: { includeUnknown: ['revenue'] } },
      {
        filters: { location: ['AU/WA'] },
        metadata: { near: { lat: -31.95, lng: 115.86, withinKm: 50 } },
      },
      { filters: { current_role_duration: ['<3m', '1-2y'] } },
      { filters: { person_verified_lately: ['Yes'] } },
    ]
    for (const category of ['company', 'people'] as const)
      for (const criteria of questions) {
        const whole = query(criteria, category)
        expect([criteria, await search.search(whole)]).toEqual([
          criteria,
          await bitmaps.search(whole),
        ])
        const counting = {
          ...whole,
          options: {
            country: ['AU', 'NZ'],
            job_posts: ['Any', '30d', '1-5'],
            verified_lately: ['Yes'],
            seniority: ['Owner/Founder', 'Manager'],
            current_role_duration: ['<3m', '3-6m', '10y+'],
          },
        }
        expect([criteria, await search.counts(counting)]).toEqual([
          criteria,
          await bitmaps.counts(counting),
        ])
      }
    await bitmaps.close()
  })

  it('finds a changed record after a refresh under its new name only, and its people', async () => {
    const { company, person } = await some(0)
    const changed = { ...company, name: 'Quokka Ropeworks', keywords: ['bilby conservation'] }
    await withTick(db, (trx, seq) => saveCompanies(trx, [changed], seq))
    await search.refresh()
    expect((await search.search(query({ search: 'quokka ropeworks' }))).ids).toEqual([company.id])
    expect((await search.search(query({ filters: { company_id: [company.id] } }))).total).toBe(1)
    const staff = { filters: { keywords: ['bilby'], person_id: [person.id] } }
    expect((await search.search(query(staff, 'people'))).ids).toEqual([person.id])
  })

  it('finds nothing of a removed company and its people', async () => {
    const { company } = await some(4)
    const staff = query({ filters: { company_id: [company.id] } }, 'people')
    expect((await search.search(staff)).total).toBeGreaterThan(0)
    const before = (await search.search(query({}))).total
    await withTick(db, (trx, seq) => removeCompanies(trx, [company.id], seq))
    await search.refresh()
    await search.expunge()
    expect((await search.search(query({}))).total).toBe(before - 1)
    expect((await search.search(staff)).total).toBe(0)
    const { hits } = await search.autocomplete({
      category: 'company',
      criteria: emptyCriteria,
      term: company.name,
      from: 0,
      size: 10,
    })
    expect(hits.map((hit) => hit.id)).not.toContain(company.id)
  })

  it('answers date-dependent filters on the next day without a rebuild', async () => {
    const { person } = await some(7)
    const id = '01890000-0000-7000-8000-000000000002'
    const role_start = '2025-12-10'
    await withTick(db, (trx, seq) =>
      savePeople(trx, [{ person: { ...person, id, role_start }, contact: {} }], seq),
    )
    await search.refresh()
    const later = await open({ day: '2026-03-20' })
    const bandOn = async (engine: SearchEngine, value: string) =>
      (
        await engine.search(
          query({ filters: { person_id: [id], current_role_duration: [value] } }, 'people'),
        )
      ).total
    expect([await bandOn(search, '<3m'), await bandOn(search, '3-6m')]).toEqual([1, 0])
    expect([await bandOn(later, '<3m'), await bandOn(later, '3-6m')]).toEqual([0, 1])
    await later.close()
  })

  it('is complete after the same changes were written again, by two processes at once', async () => {
    const before = await search.search(query({ search: 'a' }, 'people'))
    await db.owner
      .updateTable('search_index')
      .set({ tick: 1 })
      .where('name', '=', 'engine')
      .execute()
    const [first, second] = await Promise.all([open(), open()])
    for (const engine of [first, second])
      expect(await engine.search(query({ search: 'a' }, 'people'))).toEqual(before)
    expect(first.tick()).toBe(second.tick())
    await Promise.all([first.close(), second.close()])
  })

  it('is built anew when it is newer than its database', async () => {
    const clock = await db.owner.selectFrom('record_clock').select('seq').executeTakeFirstOrThrow()
    await db.owner
      .updateTable('search_index')
      .set({ tick: Number(clock.seq) + 5 })
      .where('name', '=', 'engine')
      .execute()
    const again = await open()
    expect(again.tick()).toBe(Number(clock.seq))
    expect((await again.search(query({}, 'people'))).total).toBe(
      (await search.search(query({}, 'people'))).total,
    )
    await again.close()
  })

  it('leaves out an invalid record and names it in the log', async () => {
    const logged: string[] = []
    const other = await open({ name: 'invalid', logged })
    const { company } = await some(9)
    const id = '01890000-0000-7000-8000-000000000003'
    await withTick(db, async (trx, seq) => {
      await saveCompanies(trx, [{ ...company, id, name: 'Broken' }], seq)
      await trx
        .updateTable('company')
        .set({ doc: JSON.stringify({ id }) })
        .where('id', '=', id)
        .execute()
      await saveCompanies(trx, [{ ...company, name: 'Pademelon Paving' }], seq)
    })
    await other.refresh()
    expect((await other.search(query({ search: 'pademelon' }))).ids).toEqual([company.id])
    expect(logged.join()).toMatch(/WARN invalid records .*"count":1/)
    await other.close()
  })

  it('refuses searches while no node answers, and answers when one is back', async () => {
    let away = false
    const nodes = createNodes({
      urls: (process.env['TEST_SEARCH_URL'] ?? '').split(','),
      fetch: (...request) =>
        away ? Promise.reject(new Error('connection refused')) : fetch(...request),
      now: () => (away ? 0 : 10_000),
    })
    const engine = await open({ nodes })
    away = true
    const failure: unknown = await engine.search(query({})).catch((error: unknown) => error)
    expect(isProblem(failure, 'unavailable')).toBe(true)
    expect(failure).toMatchObject({ retryAfterSeconds: 5 })
    away = false
    expect((await engine.search(query({}))).total).toBeGreaterThan(0)
    await engine.close()
  })

  it('opens while no node answers, and refuses searches', async () => {
    const logged: string[] = []
    const nodes = createNodes({
      urls: ['http://127.0.0.1:9'],
      fetch: () => Promise.reject(new Error('connection refused')),
      now: Date.now,
    })
    const engine = await open({ nodes, logged })
    expect(logged.join()).toMatch(/WARN the search cluster cannot follow the database/)
    await expect(engine.search(query({}))).rejects.toMatchObject({ code: 'unavailable' })
    await engine.close()
  })
})
