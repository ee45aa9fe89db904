import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { Route } from 'wouter'
import { links } from '../../../contract/links.ts'
import { RailLink } from '../../../src/app/nav-link.tsx'
import { mainDestinations } from '../../../src/app/navigation.ts'
import { SearchScreen } from '../../../src/screens/search/search-screen.tsx'
import { session } from '../../../src/session/session.ts'
import { aCompany } from '../../kit/fixtures/records.ts'
import { fakeApi, pageOf, show, windowOf } from '../../kit/screens/screen.tsx'
import { alex } from '../../kit/session/people.ts'

const open = () => {
  show(
    <>
      {mainDestinations.map((destination) => (
        <RailLink key={destination.to} {...destination} wide />
      ))}
      <Route path={links.newSearch()}>
        <SearchScreen />
      </Route>
    </>,
    fakeApi({
      records: () => Promise.resolve(pageOf([aCompany(1)])),
      counts: () => Promise.resolve({ total: 1, counts: {} }),
      filterLevels: () => Promise.resolve({ success: true, total: 0, records: [] }),
      optionLabels: () => Promise.resolve({ labels: {} }),
    }),
  )
  return userEvent.setup()
}

beforeEach(() => {
  windowOf(1440)
  act(() => session.update({ identity: alex }))
})

describe('the link to Search', () => {
  it('returns to the last search, of which Reset still knows the beginning', async () => {
    const user = open()
    await user.click(await screen.findByRole('checkbox', { name: '51–200' }))
    const left = location.search
    const { draft } = history.state as { draft: string }
    await user.click(screen.getByRole('link', { name: 'Lists' }))
    expect(screen.queryByRole('checkbox', { name: '51–200' })).toBeNull()
    await user.click(screen.getByRole('link', { name: 'Search' }))
    expect(location.search).toBe(left)
    expect(history.state).toMatchObject({ draft })
    await user.click(await screen.findByRole('button', { name: 'Reset' }))
    expect(location.search).toBe('?country=AU')
  })

  it('leads to a new search after New search', async () => {
    const user = open()
    await user.click(await screen.findByRole('checkbox', { name: '51–200' }))
    await user.click(screen.getByRole('link', { name: 'New search' }))
    expect(location.search).toBe('?country=AU')
    await user.click(screen.getByRole('link', { name: 'Lists' }))
    await user.click(screen.getByRole('link', { name: 'Search' }))
    await waitFor(() => expect(location.search).toBe('?country=AU'))
  })

  it('never leads to the search of another user', async () => {
    const user = open()
    await user.click(await screen.findByRole('checkbox', { name: '51–200' }))
    await user.click(screen.getByRole('link', { name: 'Lists' }))
    act(() => session.update({ identity: { ...alex, userId: 'user_2' } }))
    expect(screen.getByRole('link', { name: 'Search' }).getAttribute('href')).toBe(
      links.newSearch(),
    )
  })
})
