import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  signalFilters,
  signalHolds,
  signalMeets,
  surgeBands,
  type SignalFacts,
} from '../../../contract/signals/signal-filters.ts'
import { typesOf } from '../../../contract/signals/signal-types.ts'
import {
  signalSorts,
  type SignalCategory,
  type SignalFilters,
} from '../../../contract/signals/signals.ts'
import { addSignals, type SignalDraft } from '../../../server/signals/add-signals.ts'
import type { Question } from '../../../server/signals/conditions.ts'
import { askSignals, countDays, countTypes } from '../../../server/signals/question.ts'
import { signalViews } from '../../../server/signals/views.ts'
import type { Database } from '../../../server/platform/db/db.ts'
import { freshDatabase } from '../../kit/database.ts'
import { draft } from '../../kit/signals.ts'
import { dayMs, dayOf } from '../../../contract/core/days.ts'

/** SIGNALS_SEED=n repeats it, SIGNALS_QUESTIONS=5000 is the full volume. */
const seed = Number(process.env['SIGNALS_SEED'] ?? Date.now() % 1_000_000)
const questions = Number(process.env['SIGNALS_QUESTIONS'] ?? 300)

const now = new Date('2026-03-03T01:00:00Z')
const today = '2026-03-03'
const reader = { orgId: 'org_random', userId: 'user_random' }

const id = (group: number, n: number): string =>
  `00000000-0000-4000-8000-${String(group * 1000 + n).padStart(12, '0')}`
const companies = ['Harbour Builders', 'Builders of Perth', "O'Brien & Söhne", 'Kauri  Roofing']
const terms = ['hiring', 'Team-lead', 'crane', 'Pērth', 'team', 'lead', 'builders of', "O'Brien"]
const text = fc.array(fc.constantFrom(...terms), { minLength: 1, maxLength: 4 })
const sentence = text.map((some) => some.join(' '))
const day = fc
  .oneof(fc.integer({ min: -2, max: 20 }), fc.integer({ min: 85, max: 100 }))
  .map((back) => {
    return dayOf(now.getTime() - back * dayMs)
  })
const anyLocation = fc.record(
  {
    country: fc.constantFrom('AU', 'NZ'),
    state: fc.constantFrom('WA', 'NSW'),
    city: fc.constantFrom('Perth', 'Sydney'),
    postcode: fc.constantFrom('6000', '2000'),
  },
  { requiredKeys: ['country'] },
)
const category = fc.constantFrom<SignalCategory>('company', 'people', 'intent')
const optionOf = (identifier: string): string[] =>
  signalFilters
    .filter((filter) => filter.identifier === identifier)
    .flatMap(({ options = [] }) => options.map(({ value }) => value).slice(0, 4))

const facts = category.chain((of) =>
  fc.record(
    {
      category: fc.constant(of),
      slug: fc.constantFrom(...typesOf(of).map(({ value }) => value)),
      title: sentence,
      summary: sentence,
      key_topics: fc.subarray(['CRM', 'Cranes', 'Payroll']),
      event_date: day,
      company: fc.option(
        fc.nat(companies.length - 1).map((n) => ({ id: id(1, n), name: companies[n] ?? '' })),
      ),
      person: fc.record(
        { id: fc.nat(3).map((n) => id(2, n)), name: sentence, title: sentence },
        { requiredKeys: ['id', 'name'] },
      ),
      position: sentence,
      location: anyLocation,
      department: fc.constantFrom(...optionOf('department')),
      seniority: fc.constantFrom(...optionOf('seniority')),
      employment_type: fc.constantFrom(...optionOf('employment-type')),
      surge_rating: fc.integer({ min: 55, max: 100 }),
      intent_timeframe: fc.constantFrom(1, 2, 4, 12),
      confidence: fc.integer({ min: 0, max: 20 }).map((n) => n / 20),
    },
    {
      requiredKeys: [
        'category',
        'slug',
        'title',
        'summary',
        'key_topics',
        'event_date',
        'company',
        'confidence',
      ],
    },
  ),
)

const chosen: Record<string, fc.Arbitrary<string>> = {
  surge_rating: fc.constantFrom(...surgeBands.map(({ value }) => value)),
  intent_timeframe: fc.constantFrom('1', '2', '4', '12'),
  location: fc.constantFrom('AU', 'NZ', 'AU/WA', 'AU/WA/Perth', 'AU/WA/Perth/6000', 'NZ/Perth'),
  company: fc.nat(companies.length).map((n) => id(1, n)),
  people: fc.nat(4).map((n) => id(2, n)),
  key_topics: fc.constantFrom('CRM', 'Cranes', 'crm', 'Nothing'),
  position: text.map((some) => some.slice(0, 2).join(' ')),
  'job-title': text.map((some) => some.slice(0, 2).join(' ')),
  summary: fc.oneof(
    text.map((some) => some.slice(0, 2).join('  ')),
    fc.constantFrom('%%', '--', 'eam', 'ea_m', '100%'),
  ),
}
for (const identifier of ['department', 'seniority', 'employment-type'])
  chosen[identifier] = fc.constantFrom(...optionOf(identifier))
for (const of of ['company', 'people'] as const)
  chosen[`${of}-signal-type`] = fc.constantFrom(...typesOf(of).map(({ value }) => value))

const days: Record<string, fc.Arbitrary<string>> = {
  when: fc.constantFrom('7', '14', '30', '60', '90'),
  event_date: fc
    .tuple(fc.option(day, { nil: '' }), fc.option(day, { nil: '' }))
    .map(([from, to]) => (from + to === '' ? `${today}..` : `${from}..${to}`)),
}
const filters: fc.Arbitrary<SignalFilters> = fc
  .tuple(
    fc.uniqueArray(
      fc.oneof(
        ...Object.entries(chosen).map(([identifier, value]) =>
          fc.tuple(fc.constant(identifier), fc.array(value, { minLength: 1, maxLength: 2 })),
        ),
      ),
      { selector: ([identifier]) => identifier, maxLength: 2 },
    ),
    fc.array(
      fc.oneof(
        ...Object.entries(days).map(([identifier, value]) =>
          fc.tuple(fc.constant(identifier), fc.array(value, { maxLength: 1 })),
        ),
      ),
      { maxLength: 2 },
    ),
  )
  .map(([exact, ofDays]) => Object.fromEntries([...exact, ...ofDays]))

const question = fc.record({
  category,
  filters,
  search: fc.oneof(
    { arbitrary: fc.constant(''), weight: 3 },
    fc.constantFrom('har', 'Builders', 'build per', "o'br", 'sohne', '%', 'uilders', 'team l'),
  ),
  types: fc.oneof(
    { arbitrary: fc.constant<string[]>([]), weight: 4 },
    fc.array(fc.constantFrom('hiring_surge', 'job_change', 'topic_surge', 'award')),
  ),
  minConfidence: fc.constantFrom(0, 0, 0.35, 0.6, 1),
  sorting: fc.oneof(
    fc.constant([]),
    fc
      .record({
        field: fc.constantFrom(...signalSorts),
        order: fc.constantFrom<'asc' | 'desc'>('asc', 'desc'),
      })
      .map((sort) => [sort]),
  ),
})

describe(`queries for signals (seed ${seed}: SIGNALS_SEED=${seed} repeats them, ${questions} of them)`, () => {
  let db: Database
  let signals: SignalFacts[] = []
  beforeAll(async () => {
    db = await freshDatabase()
    const drafts = fc.sample(facts, { seed, numRuns: 400 }).map((sample, n): SignalDraft => {
      const { confidence, company } = sample
      const score = [{ label: 'Everything', points: Math.round(confidence * 100) }]
      const person = sample.person ?? (company === null ? { id: id(2, 1), name: 'Crane' } : null)
      return { ...draft(`random ${n}`, null), ...sample, person, score }
    })
    for (const [n, part] of [drafts.slice(0, 200), drafts.slice(200)].entries())
      await db.owner
        .transaction()
        .execute((trx) => addSignals(trx, part, new Date(now.getTime() - n * 1000)))
    const rows = await db.owner.selectFrom('signal').select('doc').execute()
    signals = rows.map(({ doc }) => doc)
  })
  afterAll(() => db.close())

  it('return what the contract defines, in the requested order', async () => {
    expect(signals).toHaveLength(400)
    let some = 0
    await fc.assert(
      fc.asyncProperty(question, async ({ sorting, ...query }) => {
        const met = signals.filter(
          (signal) =>
            signal.category === query.category &&
            signalMeets(query.filters, signal, today) &&
            signalHolds(query.search, signal) &&
            signal.confidence >= query.minConfidence &&
            (query.types.length === 0 || query.types.some((slug) => slug === signal.slug)),
        )
        const wanted = inOrder(met, sorting[0])
        if (wanted.length > 0) some += 1
        const found = await db.asOrg(reader.orgId, async (trx) => {
          const whole: Question = { ...query, now }
          const all = await askSignals(trx, reader, whole, { from: 0, size: 400, sorting })
          const page = await askSignals(trx, reader, whole, { from: 2, size: 3, sorting })
          const views = await signalViews(trx, reader, page.ids)
          const days = await countDays(trx, reader, whole)
          const types = await countTypes(trx, reader, whole)
          return { all, page, views, days, types }
        })
        const ids = wanted.map((signal) => signal.id)
        expect(found.all).toEqual({ total: ids.length, ids })
        expect(found.page).toEqual({ total: ids.length, ids: ids.slice(2, 5) })
        expect(found.views.map((view) => view.id)).toEqual(ids.slice(2, 5))
        expect(asObject(found.days.map(({ day: on, count }) => [on, count]))).toEqual(
          counted(wanted.map((signal) => signal.event_date)),
        )
        expect(asObject(found.types.map(({ slug, count }) => [slug, count]))).toEqual(
          counted(wanted.map((signal) => signal.slug)),
        )
      }),
      { seed, numRuns: questions },
    )
    // A check of empty results only would prove nothing.
    expect(some).toBeGreaterThan(questions / 6)
  })
})

type Sort = { field: (typeof signalSorts)[number]; order: 'asc' | 'desc' } | undefined

const inOrder = (found: readonly SignalFacts[], sort: Sort): SignalFacts[] => {
  if (sort?.field !== 'company') return found.toSorted((a, b) => compared(a, b, sort))
  const groups = Map.groupBy(found, ({ id, company, person }) => company?.id ?? person?.id ?? id)
  const first = (group: readonly SignalFacts[]): [string, number] => [
    group
      .map(({ event_date: on }) => on)
      .toSorted()
      .at(-1) ?? '',
    Math.max(...group.map(({ confidence }) => confidence)),
  ]
  return [...groups]
    .map(([subject, group]) => ({ subject, group, first: first(group) }))
    .toSorted(
      (a, b) =>
        b.first[0].localeCompare(a.first[0]) ||
        b.first[1] - a.first[1] ||
        (a.subject < b.subject ? -1 : 1),
    )
    .flatMap(({ group }) => group.toSorted((a, b) => compared(a, b, undefined)))
}

const compared = (a: SignalFacts, b: SignalFacts, sort: Sort): number => {
  if (sort !== undefined && sort.field !== 'company') {
    const [left, right] = [a[sort.field] ?? null, b[sort.field] ?? null]
    if (left !== right) {
      if (left === null) return 1
      if (right === null) return -1
      return left < right === (sort.order === 'asc') ? -1 : 1
    }
  }
  if (a.event_date !== b.event_date) return a.event_date < b.event_date ? 1 : -1
  if (a.confidence !== b.confidence) return b.confidence - a.confidence
  return a.id < b.id ? -1 : 1
}

const asObject = (entries: [string, number][]): Record<string, number> => {
  expect(new Set(entries.map(([key]) => key)).size).toBe(entries.length)
  return Object.fromEntries(entries)
}

const counted = (values: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}
