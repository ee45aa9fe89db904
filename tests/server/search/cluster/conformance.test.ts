import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { emptyCriteria } from '../../../../contract/search/criteria.ts'
import { autocomplete } from '../../../../server/search/cluster/autocomplete.ts'
import { counts } from '../../../../server/search/cluster/counts.ts'
import { createOptionLists } from '../../../../server/search/cluster/options.ts'
import { search } from '../../../../server/search/cluster/search.ts'
import type { Questions } from '../../../../server/search/cluster/answers.ts'
import type { SearchDoc } from '../../../../contract/search/search-doc.ts'
import type { SearchRequest } from '../../../../server/search/engine.ts'
import {
  docInWorld,
  emptyIndexes,
  playWorlds,
  requestInWorld,
} from '../../../kit/search/cluster.ts'
import { crowdedRequests, crowdedWorld } from '../../../kit/search/crowd.ts'
import { naive } from '../../../kit/search/naive.ts'
import { readerOver } from '../../../kit/search/replay.ts'
import { idOf, request, steps } from '../../../kit/search/worlds.ts'

/** `npm test` has little time; WORLDS=100 gives 2,000 criteria. */
const worlds = Number(process.env['WORLDS'] ?? 25)
const perWorld = 20
const today = '2026-03-03'
const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000_007)

let questions: Questions
const docsOf: SearchDoc[][] = []

beforeAll(async () => {
  process.stdout.write(`cluster seed ${seed}\n`)
  const { indexes, questions: opened } = await emptyIndexes('conformance', 3)
  questions = opened
  const happenings = fc.sample(steps, { numRuns: worlds, seed })
  await playWorlds(indexes, happenings)
  for (const [world, happening] of happenings.entries())
    docsOf.push(readerOver(happening).docs.map((doc) => docInWorld(world, doc)))
  await indexes.refresh()
}, 240_000)

const requestsOf = (count: number) =>
  fc.sample(fc.array(request, { minLength: count, maxLength: count }), { numRuns: worlds, seed })

const inEachWorld = async (
  count: number,
  check: (docs: readonly SearchDoc[], query: SearchRequest) => Promise<void>,
): Promise<void> => {
  const turns = requestsOf(count).entries()
  const lane = async (): Promise<void> => {
    for (const [world, requests] of turns)
      await Promise.all(
        requests.map((query) => check(docsOf[world] ?? [], requestInWorld(world, query))),
      )
  }
  await Promise.all([lane(), lane()])
}

test(
  `a cluster answers ${worlds * perWorld} random criteria by the rules`,
  { timeout: 240_000 },
  async () => {
    let found = 0
    await inEachWorld(perWorld, async (docs, query) => {
      const wanted = naive(docs, query)
      expect([query, await search(questions, query, today)]).toEqual([query, wanted])
      if (wanted.total > 0) found++
    })
    // Criteria without results would prove nothing.
    expect(found).toBeGreaterThan((worlds * perWorld) / 8)
  },
)

test('a cluster answers level by level as the bitmaps do', { timeout: 120_000 }, async () => {
  const levels = [
    [{ values: { industry: ['a'] } }],
    [{ values: { industry: ['b'] } }, { values: { industry: ['a'] }, not: true as const }],
    [{ values: { industry: ['a', 'b'] }, not: true as const }],
  ]
  await inEachWorld(2, async (docs, query) => {
    const { reader } = readerOver([{ kind: 'upsert', docs: [...docs] }])
    const leveled = { ...query, criteria: { ...query.criteria, search: '' }, sorting: [], levels }
    expect(await search(questions, leveled, today)).toEqual(reader.search(leveled))
  })
})

const counted = {
  industry: ['a', 'b', 'held by none'],
  revenue: ['a', 'b', 'c'],
  keywords: ['machine', 'ann', 'machine learning', '!!'],
  position: ['anna', 'learning machine'],
  location: ['AU', 'AU/WA', 'AU/WA/Perth'],
  'cus-list': ['mine', 'yours', 'none'],
}

test('a cluster counts each option as the bitmaps do', { timeout: 120_000 }, async () => {
  await inEachWorld(2, async (docs, query) => {
    const { reader } = readerOver([{ kind: 'upsert', docs: [...docs] }])
    // Counts have no further clauses: the world is a filter of its own.
    const world = query.also?.at(-1)?.values ?? {}
    const filters = { ...query.criteria.filters, hq_country: [...(world['hq_country'] ?? [])] }
    const counting = { ...query, criteria: { ...query.criteria, filters }, options: counted }
    const { also: _, ...question } = counting
    expect([question, await counts(questions, question, today)]).toEqual([
      question,
      reader.counts(question),
    ])
  })
})

test('a cluster lists the options of all worlds as the bitmaps do', async () => {
  const { reader } = readerOver([{ kind: 'upsert', docs: docsOf.flat() }])
  const lists = createOptionLists(questions, () => 0)
  for (const category of ['company', 'people'] as const)
    for (const identifier of ['keywords', 'industry', 'location', 'position', 'skills'])
      for (const term of ['', 'a', 'an', 'ann', 'mach', 'learning m', '東', 'ß', 'zz'])
        for (const country of ['AU', undefined] as const) {
          const question = {
            category,
            identifier,
            term,
            from: 0,
            size: 50,
            ...(country && { country }),
          }
          expect([question, await lists.options(question)]).toEqual([
            question,
            reader.options(question),
          ])
        }
})

test('a cluster completes names as the bitmaps do, typos apart', async () => {
  const { reader } = readerOver([{ kind: 'upsert', docs: docsOf.flat() }])
  for (const category of ['company', 'people'] as const)
    for (const term of [
      'an',
      'ann',
      'anna',
      'learning',
      'machine l',
      'ab ann',
      'O’Neil',
      '東',
      'ß',
    ]) {
      const question = { category, criteria: emptyCriteria, term, from: 0, size: 100 }
      const answer = await autocomplete(questions, question, today)
      const wanted = reader.autocomplete(question)
      const close = (hits: typeof wanted.hits) => hits.filter(({ rank }) => rank !== 'fuzzy')
      expect([term, close(answer.hits)]).toEqual([term, close(wanted.hits)])
    }
})

test('a cluster finds names with typos as the bitmaps do', async () => {
  const names = ['Quokka Ropeworks', 'Quoll Ropework Supplies', 'Qokka', 'Wren & Potoroo']
  const template = docsOf.flat().find(({ category }) => category === 'company')
  if (!template) throw new Error('no company')
  const docs = names.map((name, index) => ({ ...template, id: idOf(index), names: [name] }))
  const { indexes, questions: few } = await emptyIndexes('typos', 1)
  await indexes.write(
    indexes.shown,
    docs.map((doc) => ({ doc, days: {} })),
    1,
  )
  await indexes.refresh()
  const { reader } = readerOver([{ kind: 'upsert', docs }])
  for (const term of ['quoka', 'ropwroks', 'quokka roepwork', 'potaroo wren', 'wombat']) {
    const question = {
      category: 'company' as const,
      criteria: emptyCriteria,
      term,
      from: 0,
      size: 10,
    }
    const answer = await autocomplete(few, question, today)
    expect([term, answer]).toEqual([term, reader.autocomplete(question)])
  }
})

test(
  'a cluster of 4,500 records answers long pages and every order by the rules',
  { timeout: 120_000 },
  async () => {
    const docs = crowdedWorld(4500)
    const { indexes, questions: crowded } = await emptyIndexes('crowd', 3)
    for (let from = 0; from < docs.length; from += 1500)
      await indexes.write(
        indexes.shown,
        docs.slice(from, from + 1500).map((doc) => ({ doc, days: {} })),
        1,
      )
    await indexes.refresh()
    for (const query of crowdedRequests)
      expect([query, await search(crowded, query, today)]).toEqual([query, naive(docs, query)])
  },
)
