import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { filterGroups } from '../../../../contract/search/filter.ts'
import { panel } from '../../../../src/screens/search/panel-state.ts'
import { SearchScreen } from '../../../../src/screens/search/search-screen.tsx'
import { aCompany } from '../../../kit/fixtures/records.ts'
import { fakeApi, pageOf, show, windowOf } from '../../../kit/screens/screen.tsx'

const api = fakeApi({
  records: () => Promise.resolve(pageOf([aCompany(1)], 1284)),
  counts: () => Promise.resolve({ total: 1284, counts: {} }),
  filterLevels: () => Promise.resolve({ success: true, total: 0, records: [] }),
  optionLabels: () => Promise.resolve({ labels: {} }),
})
const query = (): string => decodeURIComponent(location.search).replaceAll('+', ' ')
const settled = () => act(() => new Promise((done) => setTimeout(done, 100)))
const back = async (): Promise<void> => {
  act(() => history.back())
  await settled()
}

beforeEach(() => {
  windowOf(390)
  for (const group of filterGroups) panel.groups[group] = group === 'Company'
})

const chosenInSheet = async () => {
  show(<SearchScreen />, api, '/dashboard/profile')
  act(() => history.pushState(null, '', '/dashboard/search/new'))
  const user = userEvent.setup()
  await waitFor(() => expect(query()).toBe('?country=AU'))
  await user.click(await screen.findByRole('button', { name: /Filters/ }))
  const sheet = await screen.findByRole('dialog', { name: 'Filters' })
  await user.click(await within(sheet).findByRole('checkbox', { name: '51–200' }))
  await user.click(within(sheet).getByRole('checkbox', { name: '11–50' }))
  return { user, sheet }
}
const chosen = '?company_size=51-200&company_size=11-50&country=AU'

describe('the filters on a phone', () => {
  it('close on the browser’s Back, which changes nothing else', async () => {
    await chosenInSheet()
    expect(query()).toBe(chosen)
    await back()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(query()).toBe(chosen)
    // Everything chosen in the sheet is one history step.
    await back()
    expect(query()).toBe('?country=AU')
  })

  it('leave the history unchanged when their button closes them', async () => {
    const { user, sheet } = await chosenInSheet()
    await user.click(within(sheet).getByRole('button', { name: 'Show 1,284 companies' }))
    await settled()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(query()).toBe(chosen)
    await back()
    expect(query()).toBe('?country=AU')
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
