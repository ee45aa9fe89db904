import fastify, { type FastifyInstance } from 'fastify'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { demoWorld } from '../../../demo/world.ts'
import { companiesByIds, saveCompanies, withTick } from '../../../server/records/store.ts'
import { feedLines, importSignals } from '../../../server/signals/import-feed.ts'
import { signalsRoutes } from '../../../server/routes/signals.ts'
import { answerWithProblems } from '../../../server/platform/http/answers.ts'
import type { Company, Person } from '../../../contract/records/records.ts'
import type { Database } from '../../../server/platform/db/db.ts'
import { freshDatabase } from '../../kit/database.ts'
import { loadWorld } from '../../kit/market.ts'

const now = new Date('2026-03-03T01:00:00Z')
let db: Database
let app: FastifyInstance
let company: Company
let person: Person
let changeCount = 0

beforeAll(async () => {
  db = await freshDatabase()
  const world = demoWorld({ companies: 60, people: 120, seed: 1, today: '2026-03-03' })
  await loadWorld(db, world)
  const companies = await db.owner.selectFrom('company').select('doc').orderBy('id').execute()
  const known = companies
    .map(({ doc }) => doc)
    .find(
      (candidate) =>
        candidate.abn !== undefined &&
        candidate.domain !== undefined &&
        candidate.hq?.state !== undefined,
    )
  if (known === undefined) throw new Error('no company has all that is looked for')
  company = known
  const people = await db.owner.selectFrom('person').select('doc').orderBy('id').execute()
  const somebody = people.map(({ doc }) => doc).find(({ linkedin_url: page }) => page)
  if (somebody === undefined) throw new Error('no person has a page')
  person = somebody
  app = fastify()
  answerWithProblems(app, () => 'http://localhost')
  const added = (): Promise<void> => {
    changeCount += 1
    return Promise.resolve()
  }
  await app.register(signalsRoutes({ db, controlToken: 'the token', now: () => +now, added }))
})
afterAll(async () => {
  await app.close()
  await db.close()
})
beforeEach(async () => {
  await db.owner.deleteFrom('signal').execute()
})

const surge = (more: object = {}): object => ({
  key: 's1',
  category: 'intent',
  slug: 'topic_surge',
  title: 'Surge on CRM',
  summary: 'Read about CRM four times as much as in the twelve weeks before',
  why_now: 'They compare products now.',
  key_topics: ['CRM'],
  event_date: '2026-03-01',
  company: { domain: company.domain },
  surge_rating: 84,
  intent_timeframe: 2,
  metrics: { topic: 'CRM', baseline_weeks: 12 },
  source: { name: 'Intent feed', url: 'https://feed.example/1', published_at: '2026-03-02' },
  score: [
    { label: 'Visits beside their baseline', points: 60 },
    { label: 'Different visitors', points: 24 },
  ],
  ...more,
})
const moved = (about: object, more: object = {}): object => {
  const { surge_rating: _, intent_timeframe: __, ...rest } = surge() as Record<string, unknown>
  return { ...rest, category: 'people', slug: 'job_change', person: about, ...more }
}
const importLines = (...lines: (object | string)[]) =>
  importSignals(
    db,
    lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))),
    () => now,
  )
const rows = () => db.owner.selectFrom('signal').selectAll().orderBy('key').execute()

describe('a bought feed', () => {
  it('is imported: each signal of a known record once, however often it is repeated', async () => {
    const feed = [surge(), '', surge({ key: 's2', company: { abn: company.abn } })]
    expect(await importLines(...feed)).toEqual({ added: 2, known: 0, rejected: [] })
    expect(await importLines(...feed, surge({ key: 's1', title: 'Repeated' }))).toEqual({
      added: 0,
      known: 3,
      rejected: [],
    })
    const [row] = await rows()
    expect(row).toMatchObject({
      key: 'feed/Intent feed/s1',
      category: 'intent',
      company_id: company.id,
      surge_rating: 84,
      event_date: '2026-03-01',
      doc: {
        title: 'Surge on CRM',
        company: { id: company.id, name: company.name },
        location: company.hq,
        intent_timeframe: 2,
        confidence: 0.84,
        detected_at: now.toISOString(),
      },
    })
    expect(row?.facets).toContain('surge_rating:80-89')
    const [stored] = await companiesByIds(db.owner, [company.id])
    expect(stored?.signals_90d).toBe(2)
  })

  it('uses the first office in our markets for a company with a head office abroad', async () => {
    const office = { country: 'AU', state: 'QLD', city: 'Cairns', postcode: '4870' }
    const abroad = { country: 'SG', city: 'Singapore' }
    const locations = [
      { ...abroad, is_hq: true },
      { ...office, is_hq: false },
    ]
    const known = (as: Company) => withTick(db, (trx, seq) => saveCompanies(trx, [as], seq))
    await known({ ...company, hq: abroad, locations })
    try {
      await importLines(surge({ company: { id: company.id } }))
      const [row] = await rows()
      expect(row?.doc.location).toEqual(office)
      expect(row?.facets.filter((facet) => facet.startsWith('location:'))).not.toEqual([])
    } finally {
      await known(company)
    }
  })

  it('without its own keys distinguishes signals by subject, type and day', async () => {
    const plain = { ...surge(), key: undefined }
    const other = { ...plain, event_date: '2026-02-01' }
    expect(await importLines(plain, other, plain)).toMatchObject({ added: 2, known: 1 })
  })

  it('finds companies by the ladder of entity matching and never guesses', async () => {
    const { id, name, abn, hq } = company
    const surgeAbout = (key: string, about: object) => surge({ key, company: about })
    const state = hq?.state
    expect(
      await importLines(
        surgeAbout('a', { id }),
        surgeAbout('b', { abn: abn?.replace(/(\d{2})(\d{3})/, '$1 $2 ') }),
        surgeAbout('c', { name, state, country: hq?.country }),
        surgeAbout('d', { id: crypto.randomUUID() }),
        surgeAbout('e', { domain: 'nobody-at-all.example' }),
        surgeAbout('f', { name }),
        surgeAbout('g', { abn: '51824753557' }),
        surgeAbout('h', {}),
      ),
    ).toEqual({
      added: 3,
      known: 0,
      rejected: [
        { line: 4, pointer: '/company', detail: 'We don’t know this company.' },
        { line: 5, pointer: '/company', detail: 'We don’t know this company.' },
        { line: 6, pointer: '/company', detail: expect.stringContaining('can’t tell') },
        { line: 7, pointer: '/company/abn', detail: expect.stringContaining('check digits') },
        { line: 8, pointer: '/company', detail: 'We don’t know this company.' },
      ],
    })
  })

  it('finds people by id, page, or name at a company, and assigns their employer', async () => {
    const of = { company: undefined }
    const there = { company: { id: person.company_id } }
    expect(
      await importLines(
        moved({ id: person.id }, { key: 'a', ...of }),
        moved({ linkedin: person.linkedin_url }, { key: 'b', ...of }),
        moved({ name: person.name.toUpperCase() }, { key: 'c', ...there }),
        moved({ name: person.name }, { key: 'd', ...of }),
        moved({ name: 'Noel Atall' }, { key: 'e', ...there }),
        moved({ linkedin: 'https://example.com/somebody' }, { key: 'f', ...of }),
      ),
    ).toEqual({
      added: 3,
      known: 0,
      rejected: [
        { line: 4, pointer: '/person', detail: expect.stringContaining('Add the company') },
        { line: 5, pointer: '/person', detail: 'We don’t know this person.' },
        { line: 6, pointer: '/person/linkedin', detail: expect.any(String) },
      ],
    })
    for (const row of await rows())
      expect(row).toMatchObject({
        person_id: person.id,
        company_id: person.company_id,
        doc: { person: { name: person.name, title: person.position }, seniority: person.seniority },
      })
  })

  it.each<[string, string, object | string]>([
    ['', 'JSON', '{"slug":'],
    ['', 'NUL', '{"slug":"\\u0000"}'],
    ['', 'surrogate', '{"slug":"\\ud800"}'],
    ['', 'characters', `"${'x'.repeat(100_001)}"`],
    ['', 'expected object', '[]'],
    ['/slug', 'know the signal type', { slug: 'made_up' }],
    ['/category', 'intent', { category: 'company', surge_rating: undefined }],
    ['/category', 'Invalid option', { category: 'other' }],
    ['/title', 'expected string', { title: undefined }],
    ['/summary', '', { summary: ' ' }],
    ['/event_date', '', { event_date: '2026-02-30' }],
    ['/event_date', '', { event_date: '0000-01-01' }],
    ['/surge_rating', 'from 60 to 100', { surge_rating: undefined }],
    ['/surge_rating', '>=60', { surge_rating: 59 }],
    ['/intent_timeframe', '', { intent_timeframe: 3 }],
    ['/surge-rating', 'Unrecognized', { 'surge-rating': 70 }],
    ['/source/url', '', { source: { name: 'x', url: 'javascript:alert(1)' } }],
    ['/score', '84', { confidence: 0.5 }],
    ['/score', '0 to 100', { score: [{ label: 'x', points: 101 }] }],
    ['/metrics/a', '', { metrics: { a: { b: 1 } } }],
    ['/company', 'Add the company', { company: undefined }],
  ])('rejects an invalid line and adds the others: %s %s', async (pointer, detail, more) => {
    const bad = typeof more === 'string' ? more : surge(more)
    const summary = await importLines(bad, surge())
    expect(summary).toMatchObject({ added: 1, known: 0 })
    expect(summary.rejected).toEqual([
      { line: 1, pointer, detail: expect.stringContaining(detail) },
    ])
    expect(feedLines(summary)[1]).toMatch(/^ {2}line 1:/)
  })

  it('may be longer than one batch', async () => {
    const feed = Array.from({ length: 1_203 }, (_, n) => surge({ key: `n${n}` }))
    expect(await importLines(...feed)).toEqual({ added: 1_203, known: 0, rejected: [] })
    const [stored] = await companiesByIds(db.owner, [company.id])
    expect(stored?.signals_90d).toBe(1_203)
  })

  it('is accepted on the control route with its token only', async () => {
    const send = (payload: string, token = 'the token') =>
      app.inject({
        method: 'POST',
        url: '/_control/signals',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/x-ndjson',
        },
        payload,
      })
    const feed = `${JSON.stringify(surge())}\r\n\nnonsense\n`
    expect((await send(feed, 'another')).statusCode).toBe(401)
    expect(await rows()).toEqual([])
    const before = changeCount
    const first = await send(feed)
    expect(first.json()).toEqual({
      added: 1,
      known: 0,
      rejected: [{ line: 3, pointer: '', detail: 'This isn’t JSON.' }],
    })
    expect(changeCount).toBe(before + 1)
    expect((await send(feed)).json()).toMatchObject({ added: 0, known: 1 })
    expect(changeCount).toBe(before + 1)
  })
})

describe('the example feed', () => {
  it('matches companies of the demo market', async () => {
    await withTick(db, (trx, seq) => saveCompanies(trx, firstCompanies(300), seq))
    const feed = readFileSync(
      join(import.meta.dirname, '../../../docs/examples/intent.ndjson'),
      'utf8',
    )
    const summary = await importSignals(db, feed.split('\n'), () => now)
    expect(summary).toEqual({ added: 8, known: 0, rejected: [] })
  })
})

/** The size of the demo market of `npm start`. */
const firstCompanies = (count: number): Company[] => {
  const world = { companies: 20_000, people: 100_000, seed: 1, today: '2026-11-22' }
  const found: Company[] = []
  for (const item of demoWorld(world)) {
    if (found.length === count) break
    if ('company' in item) found.push(item.company)
  }
  return found
}
