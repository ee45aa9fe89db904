import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { differing, merge, type Fields, type Past } from '../../../server/saved-work/merging.ts'
import { startTestApp, type TestApp } from '../../kit/app.ts'
import { colleagues } from '../../kit/saved-work.ts'
import { reportPromise } from '../../kit/reliability.ts'

const seed = Number(process.env['MERGE_SEED'] ?? 20260304)
const triples = Number(process.env['MERGE_TRIPLES'] ?? 2_000)
const served = Number(process.env['MERGE_SERVED'] ?? 25)

const word = fc.constantFrom('a', 'b', 'c')
const values = fc.array(word, { minLength: 1, maxLength: 2 })
const filters = fc.dictionary(fc.constantFrom('keywords', 'skills', 'services'), values, {
  maxKeys: 3,
})
const edit = fc.record(
  {
    name: word,
    search: word,
    filters,
    excluded: filters,
    coreAISearchPromptText: fc.option(word),
  },
  { requiredKeys: [] },
)
/** Who edits (one of three), what, and whether they have read the latest before. */
const step = fc.record({ who: fc.nat(2), fields: edit, reads: fc.boolean() })
const steps = fc.array(step, { minLength: 3, maxLength: 9 })

const first: Fields = {
  name: 'first',
  search: '',
  filters: { keywords: ['a'] },
  excluded: {},
  coreAISearchPromptText: null,
}

type Told = { who: number; field: string; yours: unknown; theirs: unknown; by: string }

/** Three devices over one server, in memory: what each sent, on what, and what it was told. */
const played = (edits: readonly { who: number; fields: Fields; reads: boolean }[]) => {
  const past: Past[] = [{ version: 1, fields: first, changed: [], by: '-', at: 't' }]
  const read = [1, 1, 1]
  const told: Told[] = []
  const sent: { who: number; before: Fields; there: Fields; after: Fields; fields: Fields }[] = []
  for (const { who, fields, reads } of edits) {
    const version = past.length
    if (reads) read[who] = version
    const base = read[who] ?? 1
    const merged = merge(past, { baseVersion: base, changes: fields })
    if (merged === null) throw new Error('every base is there')
    for (const one of merged.overruled) told.push({ who, ...one })
    const [before = {}, there = {}] = [past[base - 1]?.fields, past.at(-1)?.fields]
    sent.push({ who, before, there, after: merged.fields, fields })
    if (merged.changed.length === 0) continue
    past.push({
      version: version + 1,
      fields: merged.fields,
      changed: merged.changed,
      by: String(who),
      at: 't',
    })
  }
  return { past, told, sent }
}

/** Values by path, as two versions are compared by. */
const partsOf = (fields: Fields): Map<string, string> => {
  const parts = new Map<string, string>()
  for (const path of differing({}, fields)) parts.set(path, valueAt(fields, path))
  return parts
}
const valueAt = (fields: Fields, path: string): string => {
  const [field = '', key] = path.split('/')
  const value = fields[field]
  const part =
    key === undefined || typeof value !== 'object' || value === null
      ? value
      : new Map(Object.entries(value)).get(key)
  return JSON.stringify(part ?? null)
}

/** What must never be: an arrival that does not stand, a value replaced unseen and untold, a field changed that nobody touched. */
const faultsOf = ({ told, sent }: ReturnType<typeof played>): string[] =>
  sent.flatMap(({ who, before, there, after, fields }) => {
    const wanted = { ...before, ...fields }
    const touched = new Set(differing(before, wanted))
    const faults: string[] = []
    for (const path of touched) {
      const replaced = valueAt(there, path)
      if (valueAt(after, path) !== valueAt(wanted, path)) faults.push(`${path} does not stand`)
      if (replaced === valueAt(before, path) || replaced === valueAt(wanted, path)) continue
      const mine = told.filter((one) => one.who === who && one.field === path)
      if (!mine.some((one) => JSON.stringify(one.theirs ?? null) === replaced))
        faults.push(`${path} ${replaced} was lost in silence`)
    }
    for (const path of differing(there, after))
      if (!touched.has(path)) faults.push(`${path} was touched by nobody`)
    return faults
  })

describe(`changes of one saved search by three people (seed ${seed})`, () => {
  it(`end in one state and lose nothing in silence, ${triples} times`, () => {
    fc.assert(
      fc.property(steps, (edits) => {
        expect(faultsOf(played(edits))).toEqual([])
      }),
      { seed, numRuns: triples },
    )
    reportPromise({
      promise: 'I10',
      check: 'edits of one saved search by three members, on the server',
      volume: triples,
      goal: 10_000,
      seed,
      figures: { lostInSilence: 0 },
    })
  })

  it(`that touch different fields end the same in any order, ${triples} times`, () => {
    const one = fc.record({ name: word, filters: fc.constant({ keywords: ['a'], skills: ['x'] }) })
    const two = fc.record({
      search: word,
      filters: fc.constant({ keywords: ['a'], services: ['y'] }),
    })
    const three = fc.record({ excluded: filters, filters: fc.constant({}) })
    const order = fc.shuffledSubarray([0, 1, 2], { minLength: 3 })
    fc.assert(
      fc.property(one, two, three, order, order, (a, b, c, once, again) => {
        const end = (turns: readonly number[]): Fields | undefined =>
          played(turns.map((who) => ({ who, fields: [a, b, c][who] ?? {}, reads: false }))).past.at(
            -1,
          )?.fields
        expect(partsOf(end(once) ?? {})).toEqual(partsOf(end(again) ?? {}))
      }),
      { seed, numRuns: triples },
    )
  })

  describe('over the API', () => {
    let test: TestApp
    beforeAll(async () => {
      test = await startTestApp({ companies: 0 })
    })
    afterAll(() => test.close())

    it(`are kept in a history that tells every value that did not stay, ${served} times`, async () => {
      const { alex } = colleagues(test)
      for (const [at, edits] of fc.sample(steps, { seed, numRuns: served }).entries()) {
        const name = (what: unknown): string => `${at} ${String(what)}`
        const made = await alex.write('POST', '/search/save', {
          name: name('first'),
          category: 'people',
          filters: { keywords: ['aa'] },
        })
        const path = `/search/saved/${made.body.id}`
        const read = [1, 1, 1]
        let version = 1
        let overruled = 0
        for (const { who, fields, reads } of edits) {
          if (reads) read[who] = version
          const changes = { ...fields, ...(fields.name && { name: name(fields.name) }) }
          const { status, body } = await alex.write('PATCH', path, {
            baseVersion: read[who],
            changes: JSON.parse(JSON.stringify(changes).replaceAll(/"([abc])"/g, '"$1$1"')),
          })
          expect(status).toBe(200)
          version = body.search.version
          overruled += body.overruled.length
        }
        const kept = await test.db.asOrg('org_harbour', (trx) =>
          trx
            .selectFrom('saved_version')
            .selectAll()
            .where('item_id', '=', made.body.id)
            .orderBy('version')
            .execute(),
        )
        expect(kept).toHaveLength(version)
        expect(kept.flatMap((one) => one.overruled)).toHaveLength(overruled)
        const { body } = await alex.read(path)
        expect(kept.at(-1)?.fields).toMatchObject({ name: body.name, filters: body.filters })
      }
    })
  })
})
