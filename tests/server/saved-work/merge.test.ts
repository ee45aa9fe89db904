import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { differing, merge, type Fields, type Past } from '../../../server/saved-work/merge.ts'
import { startTestApp, type TestApp } from '../../kit/app.ts'
import { colleagues } from '../../kit/saved-work.ts'
import { reportPromise } from '../../kit/reliability.ts'

const seed = Number(process.env['MERGE_SEED'] ?? 20260304)
const triples = Number(process.env['MERGE_TRIPLES'] ?? 2_000)
const served = Number(process.env['MERGE_SERVED'] ?? 25)

const letter = fc.constantFrom('a', 'b', 'c')
const values = fc.array(letter, { minLength: 1, maxLength: 2 })
const filters = fc.dictionary(fc.constantFrom('keywords', 'skills', 'services'), values, {
  maxKeys: 3,
})
const edit = fc.record(
  {
    name: letter,
    search: letter,
    filters,
    excluded: filters,
    coreAISearchPromptText: fc.option(letter),
  },
  { requiredKeys: [] },
)
/** `reads`: the editor has read the latest version. */
const step = fc.record({ editor: fc.nat(2), fields: edit, reads: fc.boolean() })
const steps = fc.array(step, { minLength: 3, maxLength: 9 })

const first: Fields = {
  name: 'first',
  search: '',
  filters: { keywords: ['a'] },
  excluded: {},
  coreAISearchPromptText: null,
}

type Overruling = { editor: number; field: string; yours: unknown; theirs: unknown; by: string }

/** In memory: what each sent, on which base, and which answer it got. */
const playEdits = (edits: readonly { editor: number; fields: Fields; reads: boolean }[]) => {
  const past: Past[] = [{ version: 1, fields: first, changed: [], by: '-', at: 't' }]
  const read = [1, 1, 1]
  const overrulings: Overruling[] = []
  const sent: { editor: number; before: Fields; there: Fields; after: Fields; fields: Fields }[] =
    []
  for (const { editor, fields, reads } of edits) {
    const version = past.length
    if (reads) read[editor] = version
    const base = read[editor] ?? 1
    const merged = merge(past, { baseVersion: base, changes: fields })
    if (merged === null) throw new Error('every base is there')
    for (const conflict of merged.overruled) overrulings.push({ editor, ...conflict })
    const [before = {}, there = {}] = [past[base - 1]?.fields, past.at(-1)?.fields]
    sent.push({ editor, before, there, after: merged.fields, fields })
    if (merged.changed.length === 0) continue
    past.push({
      version: version + 1,
      fields: merged.fields,
      changed: merged.changed,
      by: String(editor),
      at: 't',
    })
  }
  return { past, overrulings: overrulings, sent }
}

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

/** An arrival that is not applied, an overwritten value that was not reported, a changed field that was not edited. */
const faultsOf = ({ overrulings, sent }: ReturnType<typeof playEdits>): string[] =>
  sent.flatMap(({ editor, before, there, after, fields }) => {
    const wanted = { ...before, ...fields }
    const touched = new Set(differing(before, wanted))
    const faults: string[] = []
    for (const path of touched) {
      const replaced = valueAt(there, path)
      if (valueAt(after, path) !== valueAt(wanted, path)) faults.push(`${path} does not stand`)
      if (replaced === valueAt(before, path) || replaced === valueAt(wanted, path)) continue
      const mine = overrulings.filter(
        (overruling) => overruling.editor === editor && overruling.field === path,
      )
      if (!mine.some((overruling) => JSON.stringify(overruling.theirs ?? null) === replaced))
        faults.push(`${path} ${replaced} was lost in silence`)
    }
    for (const path of differing(there, after))
      if (!touched.has(path)) faults.push(`no member edited ${path}`)
    return faults
  })

describe(`merges of a saved search by three members (seed ${seed})`, () => {
  it(`reach one state without silent loss, ${triples} times`, () => {
    fc.assert(
      fc.property(steps, (edits) => {
        expect(faultsOf(playEdits(edits))).toEqual([])
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

  it(`of different fields give the same result in any order, ${triples} times`, () => {
    const nameEdit = fc.record({
      name: letter,
      filters: fc.constant({ keywords: ['a'], skills: ['x'] }),
    })
    const searchEdit = fc.record({
      search: letter,
      filters: fc.constant({ keywords: ['a'], services: ['y'] }),
    })
    const excludedEdit = fc.record({ excluded: filters, filters: fc.constant({}) })
    const order = fc.shuffledSubarray([0, 1, 2], { minLength: 3 })
    fc.assert(
      fc.property(nameEdit, searchEdit, excludedEdit, order, order, (a, b, c, once, again) => {
        const end = (turns: readonly number[]): Fields | undefined =>
          playEdits(
            turns.map((editor) => ({
              editor: editor,
              fields: [a, b, c][editor] ?? {},
              reads: false,
            })),
          ).past.at(-1)?.fields
        expect(partsOf(end(once) ?? {})).toEqual(partsOf(end(again) ?? {}))
      }),
      { seed, numRuns: triples },
    )
  })

  describe('merges over the API', () => {
    let test: TestApp
    beforeAll(async () => {
      test = await startTestApp({ companies: 0 })
    })
    afterAll(() => test.close())

    it(`keep every overwritten value in the history, ${served} times`, async () => {
      const { alex } = colleagues(test)
      for (const [at, edits] of fc.sample(steps, { seed, numRuns: served }).entries()) {
        const name = (what: unknown): string => `${at} ${String(what)}`
        const created = await alex.write('POST', '/search/save', {
          name: name('first'),
          category: 'people',
          filters: { keywords: ['aa'] },
        })
        const path = `/search/saved/${created.body.id}`
        const read = [1, 1, 1]
        let version = 1
        let overruled = 0
        for (const { editor, fields, reads } of edits) {
          if (reads) read[editor] = version
          const changes = { ...fields, ...(fields.name && { name: name(fields.name) }) }
          const { status, body } = await alex.write('PATCH', path, {
            baseVersion: read[editor],
            changes: JSON.parse(JSON.stringify(changes).replaceAll(/"([abc])"/g, '"$1$1"')),
          })
          expect(status).toBe(200)
          version = body.search.version
          overruled += body.overruled.length
        }
        const versions = await test.db.asOrg('org_harbour', (trx) =>
          trx
            .selectFrom('saved_version')
            .selectAll()
            .where('item_id', '=', created.body.id)
            .orderBy('version')
            .execute(),
        )
        expect(versions).toHaveLength(version)
        expect(versions.flatMap((row) => row.overruled)).toHaveLength(overruled)
        const { body } = await alex.read(path)
        expect(versions.at(-1)?.fields).toMatchObject({ name: body.name, filters: body.filters })
      }
    })
  })
})
