import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { openPage } from '../../../kit/screens/lists-page.tsx'
import { emptyCriteria } from '../../../../contract/search/criteria.ts'
import { filters } from '../../../../contract/search/filters.ts'
import { links } from '../../../../contract/links.ts'
import { ListsScreen } from '../../../../src/screens/lists/lists-screen.tsx'
import { pinnedSource } from '../../../../src/shared/search/pinned-source.ts'
import { pageSize } from '../../../../src/screens/lists/queries.ts'
import { without } from '../../../../src/screens/lists/use-remove-from-cache.ts'
import { FiltersOver } from '../../../../src/screens/search/filters/filters-over.tsx'
import { connectivity } from '../../../../src/lib/connectivity.ts'
import { membersOf } from '../../../../src/offline/live.ts'
import { toPinDocument } from '../../../../src/offline/pin-docs.ts'
import { everyCompany, startRealApp } from '../../../kit/screens/real-app.ts'
import { aCompany } from '../../../kit/fixtures/records.ts'
import { windowOf } from '../../../kit/screens/screen.tsx'
import { cuttable } from '../../../kit/screens/sync.tsx'

const { api: real, close } = await startRealApp()
const all = await everyCompany(real)
afterAll(close)
afterEach(() => {
  cleanup()
  connectivity.online = true
})

const user = userEvent.setup()
const press = async (name: string | RegExp): Promise<void> =>
  user.click(await screen.findByRole('button', { name }))
const total = (text: RegExp | string) => screen.findByText(text, { selector: '[role=status]' })

const openList = async (name: string) => {
  windowOf(1440)
  const { id } = await real.createList({ name, category: 'company', recordIds: all })
  const network = cuttable(real)
  const page = openPage(network.api, <ListsScreen filters={FiltersOver} />, links.list(id))
  await total('300 companies')
  return { id, network, ...page }
}

describe('the records of a list', () => {
  it('can be selected, all or some, removed and restored', async () => {
    const { id, local } = await openList('Chosen from')
    const [first] = await screen.findAllByRole('checkbox', { name: /^Select (?!all)/ })
    if (first) await user.click(first)
    await screen.findByText('1 selected')
    expect(screen.getAllByRole('button', { name: 'Download' })).toHaveLength(1)
    await press('Remove from this list')
    await total('299 companies')
    await screen.findByText('1 company removed from this list')
    await waitFor(async () => expect((await real.list({ id })).count).toBe(299))
    await press('Undo')
    await total('300 companies')
    await waitFor(async () => expect((await real.list({ id })).count).toBe(300))
    expect(await membersOf(local.device, id)).toHaveLength(300)
  })

  it('are the list and a sentence where the browser draws no map', async () => {
    await openList('Mapped')
    await user.click(await screen.findByRole('radio', { name: 'Map' }))
    await screen.findByText('This browser can’t draw a map. The list has the same companies.')
    expect(location.search).toContain('view=map')
    expect(screen.getAllByRole('checkbox', { name: /^Select (?!all)/ }).length).toBeGreaterThan(0)
  })

  it('go into another list: the first ones in the visible order', async () => {
    const target = await real.createList({ name: 'Taken into', category: 'company' })
    const { id } = await openList('Taken from')
    const { records } = await real.listRecords({ id, size: 100 })
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
    await screen.findByText('300 selected')
    await press('Select more')
    await user.click(await screen.findByRole('menuitem', { name: 'First 100' }))
    await screen.findByText('100 selected')
    await press('Add to another list')
    const dialog = await screen.findByRole('dialog', { name: 'Add to a list' })
    await user.type(within(dialog).getByRole('textbox'), 'Taken into')
    await user.click(await within(dialog).findByRole('button', { name: /^Taken into/ }))
    await screen.findByText('100 companies added to “Taken into”')
    await waitFor(async () => expect((await real.list({ id: target.id })).count).toBe(100))
    const members = await real.listIds({ id: target.id, first: 200 })
    expect(new Set(members.ids)).toEqual(new Set(records.map((record) => record.id)))
  })

  it('close the gap of removed rows, as far as they are loaded', () => {
    const companies = Array.from({ length: pageSize * 2 + 3 }, (_, number) => aCompany(number + 1))
    const pages = new Map(
      [0, 2].map((page) => [
        page,
        {
          total: companies.length,
          records: companies.slice(page * pageSize, (page + 1) * pageSize),
        },
      ]),
    )
    const [first, , , last] = companies
    const left = without(pages, new Set([first?.id ?? '', last?.id ?? '']))
    expect(left.get(0)?.total).toBe(companies.length - 2)
    expect(
      left
        .get(0)
        ?.records.slice(0, 2)
        .map((row) => row?.name),
    ).toEqual(['Company 2', 'Company 3'])
    // The second page never loaded: its first two rows are placeholders.
    expect(left.get(0)?.records.slice(-2)).toEqual([undefined, undefined])
    expect(left.get(2)?.records.map((row) => row?.name)).toEqual([`Company ${pageSize * 2 + 3}`])
  })
})

describe('the filters of a list', () => {
  it('offer all filters of the search, counted within the list, and can exclude', async () => {
    const { id } = await openList('Filtered')
    const mining = await real.listRecords({ id, excluded: { company_size: ['1-10'] } })
    await press('All filters')
    const sheet = await screen.findByRole('dialog', { name: 'Filters' })
    const counted = await real.listCounts({ id, identifiers: ['company_size'] })
    const small = await within(sheet).findByRole('checkbox', { name: /^1–10/ })
    await waitFor(() =>
      expect(
        document.getElementById(small.getAttribute('aria-describedby') ?? '')?.textContent,
      ).toContain(String(counted.counts['company_size']?.['1-10'])),
    )
    // Filters about people do not apply here.
    expect(within(sheet).queryByRole('button', { name: /^Seniority/ })).toBeNull()
    await user.click(within(sheet).getByRole('button', { name: 'Exclude 1–10' }))
    await within(sheet).findByRole('button', { name: `Show ${mining.total} companies` })
    expect(location.search).toContain('not.company_size=1-10')
    await user.click(within(sheet).getByRole('button', { name: 'Close' }))
    await total(`Found ${mining.total} companies`)
    await press(/^Remove .*1–10/)
    await total('300 companies')
  })

  it('close on Back before the list does, and preserve what was chosen', async () => {
    const { id } = await openList('Left by Back')
    const entries = history.length
    await press('All filters')
    const sheet = await screen.findByRole('dialog', { name: 'Filters' })
    expect(history.length).toBe(entries + 1)
    await user.click(await within(sheet).findByRole('checkbox', { name: /^1–10/ }))
    await waitFor(() => expect(location.search).toContain('company_size=1-10'))
    history.back()
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Filters' })).toBeNull())
    await total(/^Found /)
    expect(location.pathname + location.search).toBe(`${links.list(id)}&company_size=1-10`)
    expect(history.state).not.toMatchObject({ sheet: true })
  })

  it('count every option on the device as the server does', async () => {
    const { id } = await real.createList({
      name: 'Counted twice',
      category: 'company',
      recordIds: all,
    })
    const pages = await Promise.all(
      [0, 100, 200].map((from) => real.listRecords({ id, from, size: 100 })),
    )
    const docs = pages.flatMap(({ records }) =>
      records.map((view) => toPinDocument(view, new Map(), Date.now()).doc),
    )
    const other = await real.createList({
      name: 'Inside it',
      category: 'company',
      recordIds: all.slice(0, 9),
    })
    const another = await real.createList({
      name: 'Beside it',
      category: 'company',
      recordIds: all.slice(5, 20),
    })
    const source = pinnedSource('company', {
      name: 'here',
      docs,
      activity: {
        'cus-list': { [other.id]: all.slice(0, 9), [another.id]: all.slice(5, 20) },
      },
      listNames: new Map([[other.id, 'Inside it']]),
    })
    const identifiers = filters
      // The age of job posts and of checks depends on the day, which may differ on the server.
      .filter(({ about, options }) => about === 'company' && options !== undefined)
      .filter(({ identifier }) => identifier !== 'job_posts' && identifier !== 'verified_lately')
      .map(({ identifier }) => identifier)
      .slice(0, 14)
    const values = { industry: ['Construction', 'Mining'], 'cus-list': [other.id] }
    for (const criteria of [
      {},
      { filters: { company_size: ['1-10', '11-50'] }, search: 'a' },
      { filters: { industry: ['Construction'] }, excluded: { company_size: ['1-10'] } },
      { filters: { 'cus-list': [another.id] } },
      {
        filters: { revenue: ['1-10M'], technographics: ['Xero'] },
        operators: { technographics: 'AND' as const },
        metadata: { includeUnknown: ['revenue'] },
      },
    ]) {
      const input = {
        ...emptyCriteria,
        ...criteria,
        identifiers: [...identifiers, 'industry', 'cus-list'],
        values,
      }
      const served = await real.listCounts({ id, ...input })
      expect(await source.counts({ ...input, category: 'company' })).toEqual(served)
    }
    const range = { from: 0, size: 10 }
    const industries = await source.filterLevels({ identifier: 'industry', ...range })
    expect(industries.records[0]).toMatchObject({ hasChildren: true })
    const below = await source.filterLevels({
      identifier: 'industry',
      levelOneId: industries.records[0]?.value,
      ...range,
    })
    expect(below.total).toBeGreaterThan(0)
    const lists = await source.searchFilterOptions({
      identifier: 'cus-list',
      searchTerm: 'insi',
      ...range,
    })
    expect(lists.records).toMatchObject([{ label: 'Inside it', count: 9 }])
  })
})
