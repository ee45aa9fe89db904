import { openPage } from '../../../kit/screens/lists-page.tsx'
import { flagsOf, quiet } from '../../../kit/screens/signals-page.tsx'
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ReactNode } from 'react'
import { dayOf } from '../../../../contract/core/days.ts'
import { links } from '../../../../contract/links.ts'
import { Shell } from '../../../../src/app/shell.tsx'
import { createList } from '../../../../src/offline/lists.ts'
import { IntegrationsScreen } from '../../../../src/screens/crm/integrations-screen.tsx'
import type { Guide } from '../../../../src/screens/help/tour.ts'
import { startTour, tours, type TourName } from '../../../../src/screens/help/tours.ts'
import { ListsScreen } from '../../../../src/screens/lists/lists-screen.tsx'
import { SearchScreen } from '../../../../src/screens/search/search-screen.tsx'
import { SignalsScreen } from '../../../../src/screens/signals/signals-screen.tsx'
import { ExchangeScreen } from '../../../../src/screens/uploads/exchange-screen.tsx'
import { session } from '../../../../src/session/session.ts'
import { anIntegration, integrationsOf } from '../../../kit/fixtures/crm.ts'
import { aCompany } from '../../../kit/fixtures/records.ts'
import { aSignal } from '../../../kit/fixtures/signals.ts'
import { fakeApi, pageOf, show, windowOf } from '../../../kit/screens/screen.tsx'
import { aMetadata, anUpload } from '../../../kit/screens/uploads.ts'
import { alex } from '../../../kit/session/people.ts'

const unknown = session.current()
beforeEach(() => {
  windowOf(1440)
  act(() => session.update({ identity: alex }))
})
afterEach(() => {
  act(() => session.update(unknown))
})

const Inside = ({ children }: { children: ReactNode }) => <Shell title="A screen">{children}</Shell>

const Nothing = () => null

/** The screen of each tour, with something on it. */
const screens: Record<TourName, () => Promise<unknown>> = {
  search: async () => {
    const companies = [aCompany(1), aCompany(2)]
    const calls = {
      records: async () => pageOf(companies),
      counts: async () => ({ total: 2, counts: {} }),
      filterLevels: async () => ({ success: true, total: 0, records: [] }),
    }
    show(
      <Inside>
        <SearchScreen />
      </Inside>,
      fakeApi({ ...quiet, ...calls }),
      links.newSearch(),
    )
    return screen.findByRole('tab', { name: 'Companies 2' })
  },
  lists: async () => {
    const { local } = openPage(
      fakeApi(quiet),
      <Inside>
        <ListsScreen />
      </Inside>,
      links.lists(),
    )
    await createList(local, { name: 'Perth builders', category: 'company' })
    return screen.findByRole('button', { name: 'Actions for Perth builders' })
  },
  signals: async () => {
    const signals = [aSignal(1)]
    const api = fakeApi({
      ...quiet,
      ...flagsOf({ 'signal-targeting': true }),
      targetingSignals: async () => ({ success: true, total: 1, signals, sourced: true }),
      signalsOverTime: async () => ({
        days: [{ day: dayOf(Date.now()), count: 1 }],
        types: [{ slug: signals[0]?.slug ?? '', count: 1 }],
      }),
    })
    openPage(
      api,
      <Inside>
        <SignalsScreen agents={Nothing} addToList={Nothing} recordPanel={Nothing} />
      </Inside>,
      links.signals(),
    )
    return screen.findByRole('list', { name: 'Signals' })
  },
  exchange: async () => {
    show(
      <Inside>
        <ExchangeScreen />
      </Inside>,
      fakeApi({ ...quiet, uploads: async () => [anUpload()] }),
      links.dataExchange(),
    )
    return screen.findByText('leads.csv')
  },
  crm: async () => {
    show(
      <Inside>
        <IntegrationsScreen />
      </Inside>,
      fakeApi({
        ...quiet,
        ...integrationsOf(anIntegration()),
        customerMetadata: async () => aMetadata(),
      }),
      links.integrations(),
    )
    return screen.findByRole('radiogroup', { name: 'Notes and visits' })
  },
}

describe.each(Object.keys(tours) as TourName[])('the tour of %s', (name) => {
  const { steps } = tours[name].tour

  it('finds each step on its screen, as often as it is started in Help, and none over an error', async () => {
    const guide = vi.fn<Guide>(async () => undefined)
    const start = async (): Promise<void> => {
      cleanup()
      document.body.innerHTML = '<main id="main"><h1>Help</h1></main>'
      const over = startTour(name, { load: async () => guide, contentMs: 10_000 })
      document.body.innerHTML = ''
      await screens[name]()
      await over
    }
    for (const _ of [1, 2]) {
      await start()
      const shown = guide.mock.lastCall?.[0] ?? []
      expect(shown.map(({ title }) => title)).toEqual(steps.map(({ title }) => title))
      expect(new Set(shown.map(({ element }) => element)).size).toBe(steps.length)
    }
    expect(guide).toHaveBeenCalledTimes(2)
    cleanup()
    document.body.innerHTML = '<main id="main"><h1>Help</h1></main>'
    const over = startTour(name, { load: async () => guide })
    document.body.innerHTML = '<main id="main"><h1>A screen</h1><p role="alert">Failed</p></main>'
    await over
    expect(guide).toHaveBeenCalledTimes(2)
  })
})
