import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SignalFacts } from '../../../contract/signals/signal-filters.ts'
import type { Database } from '../../../server/platform/db/db.ts'
import { freshDatabase } from '../../kit/database.ts'
import { clear, companyNamed, fileOf, fixture, runImport } from '../../kit/import.ts'

let db: Database
beforeAll(async () => {
  db = await freshDatabase()
})
afterAll(() => db.close())
beforeEach(async () => {
  await clear(db)
  await db.owner.deleteFrom('signal').execute()
})

const readSignals = async (): Promise<SignalFacts[]> => {
  const rows = await db.owner.selectFrom('signal').select('doc').orderBy('key').execute()
  return rows.map(({ doc }) => doc)
}
const titles = async (): Promise<string[]> =>
  (await readSignals()).map(({ title }) => title).toSorted()

const march = (): Promise<string> => readFile(fixture('asx.csv'), 'utf8')
/** A month later: one renamed, one with a new code, two gone, one new, one with another spelling. */
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
  it('give no signals the first time, however many companies they name', async () => {
    await runImport(db, 'asx', fixture('asx.csv'))
    expect(await readSignals()).toEqual([])
  })

  it('give exactly the month’s changes, each with source, day and link', async () => {
    await runImport(db, 'asx', fixture('asx.csv'))
    await runImport(db, 'asx', await fileOf(await april()))
    const signals = await readSignals()
    expect(
      signals
        .map(({ slug, company, metrics }) => [slug, company?.name, metrics] as const)
        .toSorted(([left, a], [right, b]) => `${left} ${a}`.localeCompare(`${right} ${b}`)),
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

  it('give nothing for the same list again', async () => {
    await runImport(db, 'asx', fixture('asx.csv'))
    await runImport(db, 'asx', await fileOf(await april()))
    const before = await titles()
    await runImport(db, 'asx', await fileOf(await april()))
    expect(await titles()).toEqual(before)
  })

  it('update the company’s signal count', async () => {
    await runImport(db, 'asx', fixture('asx.csv'))
    // The list's day must be within the last 90 days.
    const today = new Date().toUTCString().split(' ')
    const [, day = '01', month = 'Jan', year = '2026'] = today
    const fresh = (await april()).replace(
      /Wed Apr 01 (\S+) AEDT 2026/,
      `Wed ${month} ${day} $1 AEDT ${year}`,
    )
    await runImport(db, 'asx', await fileOf(fresh))
    expect(await companyNamed(db, 'Zieria Lithium Limited')).toMatchObject({ signals_90d: 1 })
    expect(await companyNamed(db, 'Melaleuca Foods Inc.')).toMatchObject({ signals_90d: 0 })
  })

  it('give nothing in a dry run', async () => {
    await runImport(db, 'asx', fixture('asx.csv'))
    await runImport(db, 'asx', await fileOf(await april()), { dryRun: true })
    expect(await readSignals()).toEqual([])
  })

  it('do not report the rest of an interrupted first list as listings', async () => {
    const stop = new AbortController()
    await expect(
      runImport(db, 'asx', fixture('asx.csv'), {
        signal: stop.signal,
        onProgress: ({ step }) => {
          if (step === 'importing') stop.abort()
        },
      }),
    ).rejects.toThrow(/Stopped/)
    const zieria = (await march()).concat('"ZIERIA LITHIUM LIMITED","ZQL","Materials"\n')
    await runImport(db, 'asx', await fileOf(zieria.replace('Mon Mar 02', 'Wed Apr 01')))
    expect((await readSignals()).filter(({ slug }) => slug === 'ipo_listing')).toEqual([])
  })

  it('do not report listings if a row of the earlier list was unreadable', async () => {
    const damaged = (await march()).replace('"BQM"', '"B?M"')
    await runImport(db, 'asx', await fileOf(damaged))
    await runImport(db, 'asx', await fileOf(await april()))
    expect((await readSignals()).filter(({ slug }) => slug === 'ipo_listing')).toEqual([])
  })

  it('give no listings for an older list that is imported by force', async () => {
    await runImport(db, 'asx', fixture('asx.csv'))
    await runImport(db, 'asx', await fileOf(await april()))
    const before = await titles()
    await runImport(db, 'asx', fixture('asx.csv'), { force: true })
    expect((await titles()).filter((title) => !before.includes(title))).toEqual([])
  })
})

describe('a table imported monthly', () => {
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

  it('gives hiring, growth and shrinking beyond counting noise, and nothing for new companies', async () => {
    await runImport(db, 'csv', await fileOf(first))
    expect(await readSignals()).toEqual([])
    await runImport(db, 'csv', await fileOf(second), { modified: '2026-05-02' })
    expect(await titles()).toEqual([
      'Quoll Roofing shrank by 25% to 30 people',
      'Wattle Freight grew by 30% to 130 people',
      'Wattle Freight is hiring: 16 open roles',
    ])
    const growth = (await readSignals()).find(({ slug }) => slug === 'headcount_growth')
    expect(growth).toMatchObject({
      metrics: { from: 100, to: 130, months: 2, change_pct: 30 },
      location: { state: 'WA', country: 'AU' },
      event_date: '2026-05-02',
    })
    const points = growth?.score.reduce((sum, part) => sum + part.points, 0)
    expect(points).toBe(Math.round((growth?.confidence ?? 0) * 100))
  })

  it('gives no change for another source that counts differently', async () => {
    await runImport(db, 'csv', await fileOf(first))
    await runImport(db, 'csv', await fileOf(second, 'other-provider.csv'), {
      modified: '2026-05-02',
    })
    expect(await readSignals()).toEqual([])
  })

  it('gives a new office a month later, and none for further rows of the first file', async () => {
    const row = (state: string, postcode: string): string =>
      `Wattle Freight,wattle-freight.example,100,8,${state},${postcode},AU`
    const single = table([row('WA', '6000')])
    const both = table([row('WA', '6000'), row('VIC', '3000')])
    const three = table([row('WA', '6000'), row('VIC', '3000'), row('NSW', '2000')])
    await runImport(db, 'csv', await fileOf(single))
    // The same day's file continues, as after an interrupted import.
    await runImport(db, 'csv', await fileOf(both))
    expect(await readSignals()).toEqual([])
    await runImport(db, 'csv', await fileOf(three), { modified: '2026-05-02' })
    expect(await readSignals()).toMatchObject([
      { slug: 'office_opened', location: { state: 'NSW', country: 'AU' } },
    ])
  })
})
