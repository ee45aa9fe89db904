import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { navigate } from 'wouter/use-browser-location'
import { afterEach, describe, expect, it } from 'vitest'
import { links } from '../../../contract/links.ts'
import { RailLink } from '../../../src/app/nav-link.tsx'
import { allDestinations, isAt, moreDestinations } from '../../../src/app/navigation.ts'
import { screenAt } from '../../../src/app/routes.tsx'
import { openSettings, settingsPageAt, settingsPages } from '../../../src/app/settings-pages.ts'
import { SettingsScreens } from '../../../src/app/settings-screens.tsx'
import { session } from '../../../src/session/session.ts'
import { signedInSession } from '../../kit/session/people.ts'
import { aMember, anInfo } from '../../kit/screens/members.ts'
import { fakeApi, show, windowOf } from '../../kit/screens/screen.tsx'

const unknown = session.current()
afterEach(() => act(() => session.update(unknown)))

const open = (address: string, role: 'admin' | 'standard' = 'admin', operates = true): void => {
  act(() => session.update(signedInSession({}, { role }).current()))
  show(
    <SettingsScreens filters={() => null} />,
    fakeApi({
      customerInfo: async () => anInfo([aMember()]),
      platformFeatures: async () => ({ features: {} }),
      customerFeatures: async () => ({
        features: { sources: { enabled: operates } },
      }),
      audit: async () => ({ success: true, total: 0, entries: [] }),
      auditCheck: async () => ({ entries: 0, brokenAt: null }),
    }),
    address,
  )
}

const navigation = () => within(screen.getByRole('navigation', { name: 'Settings' }))
const namesOf = (found: HTMLElement[]): (string | null)[] =>
  found.map(({ textContent }) => textContent)

describe('the settings area', () => {
  it('has a screen and a title for every page, and lights one entry of the rail', () => {
    for (const { to, label } of settingsPages) {
      const [path = '', query = ''] = to.split('?')
      expect(screenAt(path)?.frame).toBe('shell')
      expect(settingsPageAt(path, query)?.label).toBe(label)
      const lit = allDestinations('admin', true)
        .slice(0, 7)
        .filter((each) => isAt(path, each.to))
      expect(lit.map(({ to: address }) => address)).toEqual([links.settings()])
    }
    expect(settingsPageAt('/dashboard/users', 'tab=unheard-of')?.label).toBe('Users')
    expect(settingsPageAt('/dashboard/list', '')).toBeUndefined()
  })

  it('lists every page beside the open one from tablet width', async () => {
    windowOf(820)
    open(links.alerts())
    await navigation().findByRole('link', { name: 'Sources' })
    expect(namesOf(navigation().getAllByRole('link'))).toEqual(
      settingsPages.map(({ label }) => label),
    )
    expect(namesOf(navigation().getAllByRole('link', { current: 'page' }))).toEqual([
      'Notifications',
    ])
    await screen.findByRole('heading', { level: 1, name: 'Notifications' })
    await userEvent.click(navigation().getByRole('link', { name: 'Audit log' }))
    await screen.findByRole('heading', { level: 1, name: 'Audit log' })
    expect(location.pathname).toBe('/dashboard/audit')
  })

  it('is a list of pages on a phone, and each page has the way back', async () => {
    windowOf(390)
    open(links.settings())
    await screen.findByRole('link', { name: 'Sources' })
    expect(namesOf(screen.getAllByRole('link'))).toEqual(settingsPages.map(({ label }) => label))
    await userEvent.click(screen.getByRole('link', { name: 'Appearance' }))
    await screen.findByRole('heading', { level: 1, name: 'Appearance' })
    expect(screen.queryByRole('navigation', { name: 'Settings' })).toBeNull()
    await userEvent.click(screen.getByRole('link', { name: 'Settings' }))
    await screen.findByRole('heading', { level: 1, name: 'Settings' })
  })

  it('shows the first page where the pages are beside it', async () => {
    windowOf(1440)
    open(links.settings())
    await screen.findByRole('heading', { level: 1, name: 'Profile' })
    expect(navigation().getByRole('link', { current: 'page' }).textContent).toBe('Profile')
  })

  it('shows a Standard user only what is theirs, and at another address which admin to ask', async () => {
    windowOf(1440)
    open(links.audit(), 'standard')
    expect(await screen.findByText('Ask Alex Fernleigh.')).toBeTruthy()
    screen.getByRole('heading', { level: 1, name: 'Only admins can open Audit log' })
    const adminOnly = ['Integrations', 'Audit log', 'Sources', 'Installation']
    const named = namesOf(navigation().getAllByRole('link'))
    expect(named).toEqual(openSettings('standard', true).map(({ label }) => label))
    for (const label of adminOnly) {
      expect(named).not.toContain(label)
      expect(allDestinations('standard', true).map((each) => each.label)).not.toContain(label)
    }
  })

  it('lists no sources in an organisation that does not run the installation', async () => {
    windowOf(820)
    open(links.alerts(), 'admin', false)
    await screen.findByRole('heading', { level: 1, name: 'Notifications' })
    expect(navigation().queryByRole('link', { name: 'Sources' })).toBeNull()
  })

  it('shows a Standard user which admin to ask about the integrations', async () => {
    windowOf(390)
    open(links.integrations(), 'standard')
    expect(await screen.findByText('Ask Alex Fernleigh.')).toBeTruthy()
    screen.getByRole('heading', { level: 1, name: 'Only admins can open Integrations' })
    expect(screen.queryByRole('button', { name: /^Connect/ })).toBeNull()
  })

  it('is one entry of the rail, lit on each of its pages', () => {
    const settings = moreDestinations.find(({ to }) => to === links.settings())
    if (!settings) throw new Error('Settings is not in the rail')
    show(<RailLink {...settings} wide />, fakeApi({}), links.privacy())
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Settings')
    act(() => navigate(links.lists()))
    expect(screen.queryByRole('link', { current: 'page' })).toBeNull()
  })
})
