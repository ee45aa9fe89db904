import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { links } from '../../../../contract/links.ts'
import { uiState } from '../../../../src/lib/ui-state.ts'
import { HomeScreen } from '../../../../src/screens/home/home-screen.tsx'
import { QuickLinks } from '../../../../src/screens/home/today/quick-links.tsx'
import { fakeApi, show } from '../../../kit/screens/screen.tsx'

const long = `builders in Perth ${'or Fremantle '.repeat(12)}`.trim()

const describeButton = () => screen.findByRole('button', { name: 'Search in your own words' })

describe('the field of Home', () => {
  it('hands its text to the search as a prompt, also beyond the length of a search term', async () => {
    show(<HomeScreen />, fakeApi({}), links.home())
    const user = userEvent.setup()
    await user.click(screen.getByRole('searchbox', { name: 'Keyword in name or job title' }))
    await user.paste(long)
    await user.click(await describeButton())
    expect(location.pathname).toBe(links.newSearch())
    expect(history.state).toEqual({ initialPrompt: long })
  })

  it('hands a text beyond the length of a search term to the search as a prompt with Enter too, uncut', async () => {
    show(<HomeScreen />, fakeApi({}), links.home())
    const user = userEvent.setup()
    await user.click(screen.getByRole('searchbox', { name: 'Keyword in name or job title' }))
    await user.paste(long)
    await user.keyboard('{Enter}')
    expect(location.pathname).toBe(links.newSearch())
    expect(history.state).toEqual({ initialPrompt: long })
  })

  it('opens an empty description when it is empty', async () => {
    show(<HomeScreen />, fakeApi({}), links.home())
    await userEvent.setup().click(await describeButton())
    expect(location.pathname).toBe(links.newSearch())
    expect(history.state).toEqual({ initialPrompt: '' })
  })

  it.each([
    ['AU', 'Perth'],
    ['NZ', 'Auckland'],
  ] as const)('offers an example of %s, apart from it', async (country, town) => {
    uiState.country = country
    show(<QuickLinks />, fakeApi({}), links.home())
    await userEvent.setup().click(await screen.findByRole('button', { name: /^Try “builders in/ }))
    expect(history.state).toEqual({
      initialPrompt: `builders in ${town} over 50 staff using Xero, not government`,
    })
  })
})
