import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoWorld } from '../../../demo/world.ts'
import { companiesByIds } from '../../../server/records/store.ts'
import { addSignals, type SignalDraft } from '../../../server/signals/add-signals.ts'
import { recountAged } from '../../../server/signals/recount.ts'
import type { Database } from '../../../server/platform/db/db.ts'
import { freshDatabase } from '../../kit/database.ts'
import { draft } from '../../kit/signals.ts'
import { loadWorld } from '../../kit/market.ts'

const now = new Date('2026-03-03T01:00:00Z')
let db: Database
let companies: { id: string; name: string }[] = []
const company = (index: number) => companies[index] ?? { id: '', name: '' }

beforeAll(async () => {
  db = await freshDatabase()
  await loadWorld(db, demoWorld({ companies: 8, people: 0, seed: 1, today: '2026-03-03' }))
  companies = await db.owner.selectFrom('company').select(['id', 'name']).orderBy('id').execute()
})
afterAll(() => db.close())

const add = (drafts: readonly SignalDraft[], at = now): Promise<string[]> =>
  db.owner.transaction().execute((trx) => addSignals(trx, drafts, at))
const clocks = async () => ({
  ...(await db.owner
    .selectFrom('signal_clock')
    .select(['tick', 'matched'])
    .executeTakeFirstOrThrow()),
  ...(await db.owner.selectFrom('record_clock').select('seq').executeTakeFirstOrThrow()),
})
const readSignalCount = async (index: number): Promise<number | undefined> =>
  (await companiesByIds(db.owner, [company(index).id]))[0]?.signals_90d

describe('adding signals', () => {
  it('adds new signals by key, once, at the next tick', async () => {
    const before = await clocks()
    const drafts = [draft('a1', company(0)), draft('a2', company(0)), draft('a1', company(1))]
    const added = await add(drafts)
    expect(added).toHaveLength(2)
    const after = await clocks()
    expect(Number(after.tick)).toBe(Number(before.tick) + 1)
    expect(after.matched).toBe(before.matched)
    expect(await add(drafts)).toEqual([])
    expect(await clocks()).toEqual(after)
    const rows = await db.owner.selectFrom('signal').selectAll().orderBy('key').execute()
    expect(rows.map(({ key, tick, company_id }) => ({ key, tick, company_id }))).toEqual([
      { key: 'a1', tick: after.tick, company_id: company(0).id },
      { key: 'a2', tick: after.tick, company_id: company(0).id },
    ])
    expect(rows[0]).toMatchObject({
      event_date: '2026-03-01',
      facets: ['company-signal-type:hiring_surge', `company:${company(0).id}`],
      doc: { slug: 'hiring_surge', detected_at: now.toISOString(), company: company(0) },
      texts: { summary: 'hiring surge twelve open roles four a month ago' },
    })
  })

  it('recounts signals of the last 90 days, and search has the new number', async () => {
    const { seq } = await clocks()
    await add([
      draft('b1', company(2)),
      draft('b2', company(2), { event_date: '2025-12-03' }),
      draft('b3', company(2), { event_date: '2025-12-02' }),
    ])
    expect(await readSignalCount(2)).toBe(2)
    const row = await db.owner
      .selectFrom('company')
      .select('seq')
      .where('id', '=', company(2).id)
      .executeTakeFirstOrThrow()
    expect(Number(row.seq)).toBe(Number(seq) + 1)
  })

  it('recounts aged signals and changes nothing else', async () => {
    await recountAged(db, now)
    const before = await clocks()
    expect(await recountAged(db, now)).toBe(0)
    expect(await clocks()).toEqual(before)
    expect(await recountAged(db, new Date('2026-03-04T00:00:00Z'))).toBe(1)
    expect(await readSignalCount(2)).toBe(1)
    expect(await readSignalCount(0)).toBe(2)
  })

  it.each<[string, Partial<SignalDraft>]>([
    ['add up', { confidence: 0.7 }],
    ['know the signal type', { slug: 'made_up' }],
    ['is a type of people', { slug: 'job_change' }],
    ['between 0 and 1', { confidence: 1.2 }],
    ['neither a company nor a person', { company: null }],
  ])('refuses all signals if one violates the contract: %s', async (message, more) => {
    const bad = draft('c2', company(3), more)
    await expect(add([draft('c1', company(3)), bad])).rejects.toThrow(message)
    expect(
      await db.owner.selectFrom('signal').select('id').where('key', '=', 'c1').execute(),
    ).toEqual([])
  })
})
