// Dexie's live queries look up the global IndexedDB when Dexie loads: this import comes first.
import { openPage } from '../../../kit/screens/lists-page.tsx'
import { openAt, press, someone } from '../../../kit/screens/records.tsx'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, describe, expect, it } from 'vitest'
import type { Category } from '../../../../contract/records/records.ts'
import { emptyCriteria } from '../../../../contract/search/criteria.ts'
import { ListsScreen } from '../../../../src/screens/lists/lists-screen.tsx'
import { RecordPanel } from '../../../../src/screens/records/record-panel.tsx'
import { RecordScreen } from '../../../../src/screens/records/record-screen.tsx'
import { SearchScreen } from '../../../../src/screens/search/search-screen.tsx'
import { setTrail } from '../../../../src/shared/records/trail.ts'
import { startRealApp } from '../../../kit/screens/real-app.ts'
import { windowOf } from '../../../kit/screens/screen.tsx'

const { api, close } = await startRealApp()
const companies = (await api.records({ ...emptyCriteria, category: 'company', size: 10 })).records
const [first, second, third] = companies
if (!first || !second || !third) throw new Error('The market has too few companies')
afterAll(close)

const heading = (name: string, level: 1 | 2) => screen.findByRole('heading', { level, name })
const record = () => within(screen.getByRole('region', { name: 'Company' }))

describe('a record beside the results', () => {
  const open = (id: string) =>
    openAt(
      api,
      someone(),
      `/dashboard/search/new?country=any&open=${id}`,
      <SearchScreen recordPanel={RecordPanel} />,
    )

  it('preserves a half-written note while the window narrows and widens', async () => {
    windowOf(1180)
    open(first.id)
    await heading(first.name, 2)
    await press('Add note')
    await userEvent.type(await screen.findByLabelText('Note'), 'Gate code: ask')
    for (const width of [820, 390, 1180]) {
      act(() => windowOf(width))
      expect(await screen.findByDisplayValue('Gate code: ask')).toBeDefined()
      expect(screen.getByText(first.name, { selector: 'h2' })).toBeDefined()
    }
    await press('Save note')
    const activity = await screen.findByRole('region', { name: 'Activity' })
    await within(activity).findByText('Gate code: ask')
  })

  it('moves to the next and the previous result by button and by key', async () => {
    windowOf(1180)
    open(second.id)
    await heading(second.name, 2)
    expect(await record().findByText(/^2 of \d/)).toBeDefined()
    await press('Next company')
    await heading(third.name, 2)
    expect(location.search).toContain(`open=${third.id}`)
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Next company')
    await userEvent.keyboard('[[[[')
    await heading(first.name, 2)
    expect(
      record().getByRole('button', { name: 'Previous company' }).getAttribute('aria-disabled'),
    ).toBe('true')
    await userEvent.keyboard(']')
    await heading(second.name, 2)
  })

  it('leaves the keys to a field that is being typed in', async () => {
    windowOf(1180)
    open(second.id)
    await heading(second.name, 2)
    await press('Add note')
    await userEvent.type(await screen.findByLabelText('Note'), 'see ]] below')
    expect(location.search).toContain(`open=${second.id}`)
  })
})

describe('a record opened from a list', () => {
  const named = async (name: string) => {
    const ids = [first.id, second.id, third.id]
    return (await api.createList({ name, category: 'company', recordIds: ids })).id
  }
  const openList = (id: string) =>
    openPage(api, <ListsScreen recordPanel={RecordPanel} />, `/dashboard/list?id=${id}`)

  it('opens beside the list in a wide window, and closes with Escape', async () => {
    windowOf(1180)
    openList(await named('Beside'))
    await userEvent.click(await screen.findByRole('link', { name: second.name }))
    await heading(second.name, 2)
    expect(location.pathname).toBe('/dashboard/list')
    await press('Next company')
    await waitFor(() => expect(location.search).not.toContain(second.id))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(location.search).not.toContain('open='))
    expect(screen.getByRole('link', { name: second.name })).toBeDefined()
  })

  it('opens on its own page in a narrow window', async () => {
    windowOf(820)
    openList(await named('Narrow'))
    await userEvent.click(await screen.findByRole('link', { name: second.name }))
    await waitFor(() => expect(location.pathname).toBe('/dashboard/company'))
    expect(location.search).toBe(`?id=${second.id}`)
  })
})

describe('the full view of a record opened from results', () => {
  const openScreen = (category: Category, id: string, tab = '') =>
    openAt(
      api,
      someone(),
      `/dashboard/company?id=${id}${tab}`,
      <RecordScreen category={category} />,
    )

  it('moves to the next one on the same tab, and keeps the focus on the button', async () => {
    windowOf(820)
    setTrail({ category: 'company', ids: [first.id, second.id], first: 10, total: 60 })
    openScreen('company', first.id, '&tab=locations')
    await heading(first.name, 1)
    expect(screen.getByText('11 of 60')).toBeDefined()
    const { length } = history
    await press('Next company')
    await heading(second.name, 1)
    expect(location.search).toBe(`?id=${second.id}&tab=locations`)
    expect(history.length).toBe(length)
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Next company')
  })

  it('leads to the office that it was opened for, and names the head office', async () => {
    windowOf(820)
    const office = { country: 'AU', suburb: 'Kalgoorlie', state: 'WA' }
    const trail = { category: 'company' as const, first: 0, total: 1, locate: () => office }
    setTrail({ ...trail, ids: [first.id] })
    openScreen('company', first.id)
    const title = await heading(first.name, 1)
    const way = await screen.findByRole('link', { name: `Directions to ${first.name}` })
    expect(way.getAttribute('href')).toContain('Kalgoorlie')
    expect(title.closest('header')?.textContent).toMatch(/Kalgoorlie WA · Head office /)
    const contact = await screen.findByRole('region', { name: 'Contact' })
    expect(contact.textContent).toMatch(/Local officeKalgoorlie WA, Australia/)
    act(() => setTrail({ ...trail, ids: [second.id] }))
    await waitFor(() => expect(way.getAttribute('href')).not.toContain('Kalgoorlie'))
  })

  it('has no neighbours where it was not opened from results', async () => {
    windowOf(820)
    setTrail({ category: 'company', ids: [second.id, third.id], first: 0, total: 2 })
    openScreen('company', first.id)
    await heading(first.name, 1)
    expect(screen.queryByRole('button', { name: 'Next company' })).toBeNull()
  })
})
