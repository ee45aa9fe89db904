import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SignalFacts } from '../../../contract/signals/signal-filters.ts'
import type { Database } from '../../../server/platform/db/db.ts'
import { freshDatabase } from '../../kit/database.ts'
import { clear, companyNamed, fileOf, fixture, importing } from '../../kit/import.ts'

let db: Database
beforeAll(async () => {
  db = await freshDatabase()
})
afterAll(() => db.close())
beforeEach(async () => {
  await clear(db)
  await db.owner.deleteFrom('signal').execute()
})

const told = async (): Promise<SignalFacts[]> => {
  const rows = await db.owner.selectFrom('signal').select('doc').orderBy('key').execute()
  return rows.map(({ doc }) => doc)
}
const titles = async (): Promise<string[]> => (await told()).map(({ title }) => title).toSorted()

const march = (): Promise<string> => readFile(fixture('asx.csv'), 'utf8')
/** A month later: one renamed, one with a new code, two gone, one new, one spelled another way. */
const april = async (): Promise<string> =>
  (await march())
    .replace('Mon Mar 02', 'Wed Apr 01')
    .replace('"DRYANDRA ENERGY NL","DQE","Energy"\n', '')
    .replace('"HAKEA 2025-1 TRUST","HQA","Not Applic"\n', '')
    .replace('CASUARINA HEALTHCARE LTD', 'SHEOAK LIFE LIMITED')
    .replace('BANKSIA METALS LIMITED', 'BANKSIA METALS LTD.')
    .replace('"KQB"', '"KRB"')
    .concat('"ZIERIA LITHIUM LIMITED","ZQL","Materials"\n')

describe('two lists of an exchange', () => {
  it('the first one tells nothing, however many companies it names', async () => {
    await importing(db, 'asx', fixture('asx.csv'))
    expect(await told()).toEqual([])
  })

  it('the one of the month after tells exactly what happened, each with its source, day and link', async () => {
    await importing(db, 'asx', fixture('asx.csv'))
    await importing(db, 'asx', await fileOf(await april()))
    const signals = await told()
    expect(
      signals
        .map(({ slug, company, metrics }) => [slug, company?.name, metrics] as const)
        .toSorted(([one, a], [other, b]) => `${one} ${a}`.localeCompare(`${other} ${b}`)),
    ).toEqual([
      ['ipo_listing', 'Zieria Lithium Limited', { exchange: 'ASX', code: 'ZQL' }],
      [
        'register_change',
        'Dryandra Energy NL',
        { change: 'listing', from: 'ASX DQE', to: 'not listed' },
      ],
      [
        'register_change',
        'Hakea 2025-1 Trust',
        { change: 'listing', from: 'ASX HQA', to: 'not listed' },
      ],
      ['register_change', 'Kurrajong Bank Limited', { change: 'code', from: 'KQB', to: 'KRB' }],
      [
        'register_change',
        'Sheoak Life Limited',
        { change: 'name', from: 'Casuarina Healthcare Ltd', to: 'Sheoak Life Limited' },
      ],
    ])
    for (const signal of signals) {
      expect(signal.event_date).toBe('2026-04-01')
      expect(signal.source).toMatchObject({
        name: 'ASX listed companies',
        published_at: '2026-04-01',
      })
      expect(signal.source.url).toMatch(/^https:\/\/www\.asx\.com\.au\/markets\/company\/[A-Z]{3}$/)
    }
  })

  it('the same list again tells nothing more', async () => {
    await importing(db, 'asx', fixture('asx.csv'))
    await importing(db, 'asx', await fileOf(await april()))
    const before = await titles()
    await importing(db, 'asx', await fileOf(await april()))
    expect(await titles()).toEqual(before)
  })

  it('counts what it told for the company it is about', async () => {
    await importing(db, 'asx', fixture('asx.csv'))
    // The day of the list must lie within the 90 days that are counted.
    const today = new Date().toUTCString().split(' ')
    const [, day = '01', month = 'Jan', year = '2026'] = today
    const fresh = (await april()).replace(
      /Wed Apr 01 (\S+) AEDT 2026/,
      `Wed ${month} ${day} $1 AEDT ${year}`,
    )
    await importing(db, 'asx', await fileOf(fresh))
    expect(await companyNamed(db, 'Zieria Lithium Limited')).toMatchObject({ signals_90d: 1 })
    expect(await companyNamed(db, 'Melaleuca Foods Inc.')).toMatchObject({ signals_90d: 0 })
  })

  it('a dry run tells nothing', async () => {
    await importing(db, 'asx', fixture('asx.csv'))
    await importing(db, 'asx', await fileOf(await april()), { dryRun: true })
    expect(await told()).toEqual([])
  })

  it('after a first list that was broken off, the rest of it is not taken for new on the exchange', async () => {
    const stop = new AbortController()
    await expect(
      importing(db, 'asx', fixture('asx.csv'), {
        signal: stop.signal,
        onProgress: ({ step }) => {
          if (step === 'importing') stop.abort()
        },
      }),
    ).rejects.toThrow(/Stopped/)
    const zieria = (await march()).concat('"ZIERIA LITHIUM LIMITED","ZQL","Materials"\n')
    await importing(db, 'asx', await fileOf(zieria.replace('Mon Mar 02', 'Wed Apr 01')))
    expect((await told()).filter(({ slug }) => slug === 'ipo_listing')).toEqual([])
  })

  it('where a row of the list before could not be read, nobody is taken for new: it may have named them', async () => {
    const damaged = (await march()).replace('"BQM"', '"B?M"')
    await importing(db, 'asx', await fileOf(damaged))
    await importing(db, 'asx', await fileOf(await april()))
    expect((await told()).filter(({ slug }) => slug === 'ipo_listing')).toEqual([])
  })

  it('an older list, imported by force, tells of no listings', async () => {
    await importing(db, 'asx', fixture('asx.csv'))
    await importing(db, 'asx', await fileOf(await april()))
    const before = await titles()
    await importing(db, 'asx', fixture('asx.csv'), { force: true })
    expect((await titles()).filter((title) => !before.includes(title))).toEqual([])
  })
})

describe('a table that comes every month', () => {
  const table = (rows: string[]): string =>
    ['Company,Domain,Staff,Open roles,State,Postcode,Country', ...rows].join('\n')
  const first = table([
    'Wattle Freight,wattle-freight.example,100,8,WA,6000,AU',
    'Kea Dental,kea-dental.example,20,2,VIC,3000,AU',
    'Quoll Roofing,quoll-roofing.example,40,4,NSW,2000,AU',
  ])
  const second = table([
    'Wattle Freight,wattle-freight.example,130,16,WA,6000,AU',
    'Kea Dental,kea-dental.example,23,3,VIC,3000,AU',
    'Quoll Roofing,quoll-roofing.example,30,4,NSW,2000,AU',
    'Numbat Foods,numbat-foods.example,300,60,QLD,4000,AU',
  ])

  it('tells of hiring, growth and shrinking beyond what any counting shows, and nothing of who is new', async () => {
    await importing(db, 'csv', await fileOf(first))
    expect(await told()).toEqual([])
    await importing(db, 'csv', await fileOf(second), { modified: '2026-05-02' })
    expect(await titles()).toEqual([
      'Quoll Roofing shrank by 25% to 30 people',
      'Wattle Freight grew by 30% to 130 people',
      'Wattle Freight is hiring: 16 open roles',
    ])
    const growth = (await told()).find(({ slug }) => slug === 'headcount_growth')
    expect(growth).toMatchObject({
      metrics: { from: 100, to: 130, months: 2, change_pct: 30 },
      location: { state: 'WA', country: 'AU' },
      event_date: '2026-05-02',
    })
    const points = growth?.score.reduce((sum, part) => sum + part.points, 0)
    expect(points).toBe(Math.round((growth?.confidence ?? 0) * 100))
  })

  it('another source that counts differently tells of no change', async () => {
    await importing(db, 'csv', await fileOf(first))
    await importing(db, 'csv', await fileOf(second, 'other-provider.csv'), {
      modified: '2026-05-02',
    })
    expect(await told()).toEqual([])
  })

  it('another office is news a month later, and not in further rows of the file that first names the company', async () => {
    const row = (state: string, postcode: string): string =>
      `Wattle Freight,wattle-freight.example,100,8,${state},${postcode},AU`
    const one = table([row('WA', '6000')])
    const two = table([row('WA', '6000'), row('VIC', '3000')])
    const three = table([row('WA', '6000'), row('VIC', '3000'), row('NSW', '2000')])
    await importing(db, 'csv', await fileOf(one))
    // The same day's file goes on, as after an import that was broken off.
    await importing(db, 'csv', await fileOf(two))
    expect(await told()).toEqual([])
    await importing(db, 'csv', await fileOf(three), { modified: '2026-05-02' })
    expect(await told()).toMatchObject([
      { slug: 'office_opened', location: { state: 'NSW', country: 'AU' } },
    ])
  })
})
