import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { maxTermLength } from '../../../../contract/constants.ts'
import { emptyCriteria } from '../../../../contract/search/criteria.ts'
import type { AutocompleteRecord } from '../../../../contract/search/search.ts'
import { QuickSearch } from '../../../../src/screens/quick-search/quick-search.tsx'
import { matchedParts } from '../../../../src/screens/quick-search/matched-parts.ts'
import {
  keywordSearchLink,
  suggestionsOf,
} from '../../../../src/screens/quick-search/suggestions.ts'
import { toggleCategory } from '../../../../src/screens/quick-search/category-toggles.tsx'
import { decodeSearch } from '../../../../src/screens/search/url.ts'
import type { ApiClient } from '../../../../src/lib/api.ts'
import { fakeApi, show, windowOf } from '../../../kit/screens/screen.tsx'

const company = (id: string, name: string): AutocompleteRecord => ({
  id,
  name,
  domain: `${id}.example`,
  location: 'Perth WA',
  category: 'company',
})
const person = (id: string, name: string): AutocompleteRecord => ({
  id,
  name,
  position: 'Director',
  category: 'people',
})
const answer = (...records: AutocompleteRecord[]) =>
  Promise.resolve({ success: true, total: records.length, records })

const open = async (
  autocompleteCompanies: ApiClient['autocompleteCompanies'],
  autocompletePeople: ApiClient['autocompletePeople'] = () => answer(),
) => {
  windowOf(1280)
  const onOpenChange = vi.fn<(open: boolean) => void>()
  show(
    <QuickSearch open onOpenChange={onOpenChange} />,
    fakeApi({ autocompleteCompanies, autocompletePeople }),
    '/dashboard',
  )
  return { user: userEvent.setup(), onOpenChange, field: await screen.findByRole('combobox') }
}

describe('quick search', () => {
  it('requests only when the term is longer than two characters, without blanks', async () => {
    const autocomplete = vi.fn<ApiClient['autocompleteCompanies']>(() =>
      answer(company('a', 'Aboriginal Mining')),
    )
    const { user, field } = await open(autocomplete)
    await user.type(field, 'ab ')
    await act(() => new Promise((done) => setTimeout(done, 300)))
    expect(autocomplete).not.toHaveBeenCalled()
    expect(screen.getByRole('status').textContent).toBe('Type at least 3 characters.')
    await user.type(field, '{Backspace}o')
    await screen.findByRole('option', { name: /riginal Mining/ })
    expect(autocomplete).toHaveBeenCalledTimes(1)
    expect(autocomplete.mock.calls[0]?.[0]).toEqual({ q: 'abo', from: 0, size: 10 })
  })

  it('shows names that match with typos below every exact one, of both categories', async () => {
    const { user, field } = await open(
      () => answer({ ...company('a', 'Lighthouse Home Loans'), fuzzy: true }),
      () => answer(person('b', 'Ioan Popescu')),
    )
    await user.type(field, 'ioan')
    const similar = await screen.findByRole('group', { name: 'Similar names' })
    expect(within(similar).getByRole('option', { name: /Lighthouse/ })).toBeDefined()
    const exact = screen.getByRole('option', { name: /Popescu/ })
    expect(exact.compareDocumentPosition(similar) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    const companies = screen.getByRole('group', { name: 'Companies' })
    expect(within(companies).queryByRole('option', { name: /Lighthouse/ })).toBeNull()
  })

  it('preserves the order of the server and shows both categories', async () => {
    const { user, field } = await open(
      () => answer(company('b', 'Perth Steel'), company('a', 'Perth Air')),
      () => answer(person('p', 'Perth Nguyen')),
    )
    await user.type(field, 'perth')
    const companies = await screen.findByRole('group', { name: 'Companies' })
    await within(companies).findByRole('option', { name: /Perth Steel/ })
    expect(
      within(companies)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual([
      'Perth Steelb.example · Perth WA',
      'Perth Aira.example · Perth WA',
      'Search companies for “perth”',
    ])
    await within(screen.getByRole('group', { name: 'People' })).findByRole('option', {
      name: /Perth Nguyen/,
    })
  })

  it('opens the highlighted line with Enter', async () => {
    const { user, field, onOpenChange } = await open(() =>
      answer(company('a', 'Perth Air'), company('b', 'Perth Steel')),
    )
    await user.type(field, 'perth')
    await screen.findByRole('option', { name: /Perth Steel/ })
    await user.keyboard('{ArrowDown}')
    const pointed = screen.getByRole('option', { selected: true })
    expect(pointed.textContent).toContain('Perth Steel')
    expect(field.getAttribute('aria-activedescendant')).toBe(pointed.id)
    await user.keyboard('{Enter}')
    expect(location.pathname + location.search).toBe('/dashboard/company?id=b')
    expect(onOpenChange).toHaveBeenCalledWith(false)
  })

  it('closes with Escape', async () => {
    const { user, field, onOpenChange } = await open(() => answer())
    await user.type(field, 'perth{Escape}')
    expect(onOpenChange).toHaveBeenCalledWith(false)
  })

  it('shows the specification’s words when it fails', async () => {
    const { user, field } = await open(() => Promise.reject(new Error('down')))
    await user.type(field, 'perth')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Failed to fetch autocomplete results',
    )
  })

  it('says when no name matches', async () => {
    const { user, field } = await open(() => answer())
    await user.type(field, 'zzz')
    expect(await screen.findByText('No companies found.')).toBeDefined()
    expect(await screen.findByText('No people found.')).toBeDefined()
  })

  it('hides a category that is turned off, and never both', async () => {
    const people = vi.fn<ApiClient['autocompletePeople']>(() => answer())
    const { user, field } = await open(() => answer(), people)
    await user.click(screen.getByRole('button', { name: 'People' }))
    await user.type(field, 'perth')
    await screen.findByText('No companies found.')
    expect(people).not.toHaveBeenCalled()
    expect(toggleCategory({ company: true, people: false }, 'company')).toEqual({
      company: false,
      people: true,
    })
  })

  it('links to a search that the search screen can parse', () => {
    const [, query = ''] = keywordSearchLink('people', ' o’brien & sons ').split('?')
    const search = decodeSearch(query, emptyCriteria)
    expect(search.tab).toBe('people')
    expect(search.criteria).toEqual({ ...emptyCriteria, search: 'o’brien & sons' })
  })
})

it('a term too long for a keyword is not offered as a keyword search', () => {
  expect(suggestionsOf('company', 'x'.repeat(maxTermLength), [])).toHaveLength(1)
  expect(suggestionsOf('company', 'x'.repeat(maxTermLength + 1), [])).toEqual([])
})

describe('the marked parts of a match', () => {
  it('start at a word, ignoring accents and case', () => {
    expect(matchedParts('Te Awamutu Café', 'cafe').filter((part) => part.hit)).toEqual([
      { text: 'Café', hit: true, at: 11 },
    ])
    expect(matchedParts('Northern North', 'nor')[0]).toMatchObject({ text: 'Nor', hit: true })
  })

  it('join to the original text', () => {
    for (const text of ['Ｐerth İstanbul', 'Æther & Sons', '', 'ﬁne ﬂour'])
      expect(
        matchedParts(text, 'fi st')
          .map((part) => part.text)
          .join(''),
      ).toBe(text)
  })
})
