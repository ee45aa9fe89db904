import { act, cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { SearchScreen } from '../../../../src/screens/search/search-screen.tsx'
import { deviceStores } from '../../../../src/offline/device-stores.ts'
import { uiState } from '../../../../src/lib/ui-state.ts'
import { session } from '../../../../src/session/session.ts'
import { alex } from '../../../kit/session/people.ts'
import { aCompany } from '../../../kit/fixtures/records.ts'
import { fakeApi, pageOf, show, windowOf } from '../../../kit/screens/screen.tsx'

const api = fakeApi({
  records: () => Promise.resolve(pageOf([aCompany(1), aCompany(2)])),
  counts: () => Promise.resolve({ total: 2, counts: {} }),
  filterLevels: () => Promise.resolve({ success: true, total: 0, records: [] }),
  optionLabels: () => Promise.resolve({ labels: {} }),
})
let number = 0
const be = (userId: string): void => act(() => session.update({ identity: { ...alex, userId } }))
const user = userEvent.setup()

const open = async (width = 1440, name = /^View: /) => {
  windowOf(width)
  show(<SearchScreen />, api, '/dashboard/search/new?country=AU')
  return screen.findByRole('button', { name })
}
const views = () => screen.findByRole('button', { name: /^View: /, hidden: true })
const choose = async (item: string | RegExp): Promise<void> => {
  await user.click(await views())
  await user.click(await screen.findByRole('menuitem', { name: item }))
}
const switchTo = async (name: RegExp): Promise<void> => {
  await user.click(await views())
  await user.click(await screen.findByRole('menuitemcheckbox', { name }))
  await user.keyboard('{Escape}')
}
const nameIt = async (name: string): Promise<void> => {
  const dialog = await screen.findByRole('dialog')
  await user.clear(within(dialog).getByRole('textbox', { name: 'Name' }))
  await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), `${name}{Enter}`)
}
const heads = (): string[] =>
  screen
    .getAllByRole('columnheader', { hidden: true })
    .flatMap((head) => head.getAttribute('aria-label') ?? [])
const hideIndustry = async (): Promise<void> => {
  await user.click(screen.getByRole('button', { name: 'Choose columns' }))
  await user.click(await screen.findByRole('checkbox', { name: 'Industry' }))
  await user.keyboard('{Escape}')
}
const sort = () => new URLSearchParams(location.search).get('sort')

beforeEach(() => {
  cleanup()
  number += 1
  be(`user_views_${number}`)
  uiState.density = 'auto'
})

describe('a view of the results table', () => {
  it('is saved with its name, and brings back its columns, order and row height', async () => {
    await open()
    await hideIndustry()
    await user.click(
      within(screen.getByRole('columnheader', { name: 'Company' })).getByRole('button'),
    )
    act(() => {
      uiState.density = 'compact'
    })
    await choose('Save as new view')
    await nameIt('Calling')
    expect((await views()).getAttribute('aria-label')).toContain('View: Calling')
    await switchTo(/^Default/)
    expect(heads()).toContain('Industry')
    expect(uiState.density).toBe('auto')
    expect(sort()).toBeNull()
    await switchTo(/^Calling/)
    expect(heads()).not.toContain('Industry')
    expect(uiState.density).toBe('compact')
    expect(sort()).toBe('name:asc')
  })

  it('says that it is changed, and saves the change', async () => {
    await open()
    await choose('Save as new view')
    await nameIt('Calling')
    await hideIndustry()
    await user.click(await views())
    expect(await screen.findByRole('menuitemcheckbox', { name: /^Calling/ })).toHaveProperty(
      'textContent',
      'CallingChanged',
    )
    await user.click(screen.getByRole('menuitem', { name: 'Save changes' }))
    await switchTo(/^Default/)
    expect(heads()).toContain('Industry')
    await switchTo(/^Calling$/)
    expect(heads()).not.toContain('Industry')
  })

  it('is renamed to a free name and deleted, and the default view stays', async () => {
    await open()
    await choose('Save as new view')
    await nameIt('Calling')
    await choose('Rename view')
    await nameIt('default')
    await screen.findByText('You already have a view called “default”.')
    await nameIt('Visits')
    expect((await views()).getAttribute('aria-label')).toContain('View: Visits')
    await choose('Delete view')
    await user.click(await screen.findByRole('button', { name: 'Delete view' }))
    expect((await views()).getAttribute('aria-label')).toContain('View: Default')
    await user.click(await views())
    expect(await screen.findAllByRole('menuitemcheckbox')).toHaveLength(1)
    expect(screen.queryByRole('menuitem', { name: 'Delete view' })).toBeNull()
  })

  it('belongs to one user and leaves the device at sign-out', async () => {
    await open()
    await choose('Save as new view')
    await nameIt('Calling')
    const key = `fieldbook.views.user_views_${number}`
    expect(localStorage.getItem(key)).toContain('Calling')
    const store = deviceStores.find(({ kind, name }) => kind === 'local storage' && name.test(key))
    expect(store?.atSignOut).toBe('goes')
    be('user_views_other')
    expect((await views()).getAttribute('aria-label')).toContain('View: Default')
  })

  it('is chosen with the keyboard under Options on a phone', async () => {
    const button = await open(390, /^Options/)
    button.focus()
    await user.keyboard('{Enter}')
    await user.click(await screen.findByRole('menuitem', { name: 'Save as new view' }))
    await nameIt('Round')
    await user.click(screen.getByRole('button', { name: /^Options/ }))
    const round = await screen.findByRole('menuitemcheckbox', { name: 'Round' })
    expect(round.getAttribute('aria-checked')).toBe('true')
  })
})
