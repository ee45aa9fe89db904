import { line, showOnDevice } from '../../../kit/screens/saved-searches.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { problems } from '../../../../contract/core/problem.ts'
import { filterGroups } from '../../../../contract/search/filter.ts'
import { panel } from '../../../../src/screens/search/panel-state.ts'
import { endPrompt } from '../../../../src/screens/search/prompt/prompt-state.ts'
import { closeOverlays } from '../../../../src/screens/search/saved/overlays.ts'
import { SearchScreen } from '../../../../src/screens/search/search-screen.tsx'
import { ApiProblem, Unreachable } from '../../../../src/lib/api-errors.ts'
import type { ApiClient } from '../../../../src/lib/api.ts'
import { savedSearches } from '../../../../src/offline/live.ts'
import { startRealApp } from '../../../kit/screens/real-app.ts'
import { windowOf } from '../../../kit/screens/screen.tsx'

const { api, close } = await startRealApp()
afterAll(close)
beforeEach(() => {
  endPrompt()
  closeOverlays()
  windowOf(1440)
  panel.sheet = false
  panel.filters = {}
  for (const group of filterGroups) panel.groups[group] = false
})
afterEach(async () => {
  for (const { id } of await api.savedSearches()) await api.deleteSearch({ id })
})

const builders = 'builders in Perth over 50 staff using Xero, not government'

const query = (): URLSearchParams => new URLSearchParams(location.search)
const open = (address?: string, calls: Partial<ApiClient> = {}, state: unknown = null) => {
  const { send } = line(api)
  // The given endpoints, and the real server for the rest.
  const client = new Proxy(api, {
    get: (real, name: keyof ApiClient) => calls[name] ?? real[name],
  })
  const opened = showOnDevice(<SearchScreen />, client, send, {
    ...(address === undefined ? {} : { address }),
    ...(state === null ? {} : { state }),
  })
  return { ...opened, user: userEvent.setup() }
}
/** The field of the description: a search with filters shows it on request. */
const field = async (): Promise<HTMLTextAreaElement> => {
  const line = within(await screen.findByRole('group', { name: 'Describe a search' }))
  const button = line.queryByRole('button', {
    name: /^(Describe who you want|Edit the description)$/,
  })
  if (button) await userEvent.setup().click(button)
  return line.findByRole<HTMLTextAreaElement>('textbox', { name: 'Describe who you want' })
}
const describeSearch = async (user: UserEvent, prompt: string): Promise<HTMLElement> => {
  await user.clear(await field())
  await user.click(await field())
  await user.paste(prompt)
  await user.keyboard('{Enter}')
  return screen.findByRole('group', { name: 'What was understood' })
}
const chips = async (answer: HTMLElement, list = 'Understood'): Promise<(string | null)[]> =>
  within(await within(answer).findByRole('list', { name: list }))
    .getAllByRole('button', { name: /^Explain/ })
    .map((chip) => chip.textContent)

describe('the prompt of a search', () => {
  it('becomes chips that change nothing until they are applied', async () => {
    const { user } = open()
    const answer = await describeSearch(user, builders)
    expect(await chips(answer)).toEqual([
      expect.stringContaining('building construction'),
      expect.stringContaining('Perth'),
      expect.stringContaining('51 or more'),
      expect.stringContaining('Xero'),
      expect.stringContaining('not Government'),
    ])
    expect(within(answer).queryByText(/Not understood/)).toBeNull()
    expect([...query().keys()]).toEqual(['country'])
    const total = await within(answer).findByRole('button', {
      name: /^Apply, [\d,]+ compan(y|ies)$/,
    })
    await waitFor(() => expect(document.activeElement).toBe(answer))

    await user.click(within(answer).getByRole('button', { name: /^Apply/ }))
    expect(query().getAll('location')).toEqual(['AU/WA/Perth'])
    expect(query().getAll('not.company_type')).toHaveLength(3)
    expect(query().get('prompt')).toBe(builders)
    expect(screen.queryByRole('group', { name: 'What was understood' })).toBeNull()
    const found = /\d[\d,]*/.exec(total.textContent ?? '')?.[0] ?? ''
    await screen.findByRole('tab', { name: `Companies ${found}` })
    // The description has turned into the sentence.
    expect(screen.queryByRole('textbox', { name: 'Describe who you want' })).toBeNull()
    expect(screen.getByLabelText('Search summary').textContent).toMatch(
      /^Companies located in Perth, WA.*with 51 or more local employees.*not of type Government.*using Xero/,
    )
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Describe a search' }))
  })

  it('shows the words behind each chip, and leaves removed chips out', async () => {
    const { user } = open()
    const answer = await describeSearch(user, builders)
    await chips(answer)
    await user.click(within(answer).getByRole('button', { name: /^Explain .*Xero/ }))
    expect(within(answer).getByText('Xero', { selector: 'q' })).toBeDefined()
    await user.click(within(answer).getByRole('button', { name: /^Remove .*Xero/ }))
    await user.click(within(answer).getByRole('button', { name: /^Apply/ }))
    expect(query().has('technographics')).toBe(false)
    expect(query().has('location')).toBe(true)
  })

  it('always lists the words without a match', async () => {
    const { user } = open()
    const answer = await describeSearch(user, 'shiny builders in Perth')
    await chips(answer)
    expect(within(answer).getByText(/shiny/).textContent).toBe('Not understood: “shiny”')
  })

  it('marks values that must all match', async () => {
    const { user } = open()
    const answer = await describeSearch(user, 'companies using both Xero and Salesforce')
    await chips(answer)
    const list = within(answer).getByRole('list', { name: 'Understood' })
    expect(within(list).getByText('and')).toBeDefined()
    await user.click(within(answer).getByRole('button', { name: /^Apply/ }))
    expect(query().get('and')).toBe('technographics')
  })

  it('shows filters about people as not applied to companies', async () => {
    const { user } = open()
    const answer = await describeSearch(user, 'builders in Perth with a marketing director')
    expect((await chips(answer, 'Not in use')).length).toBeGreaterThan(0)
    await user.click(within(answer).getByRole('button', { name: /^Apply/ }))
    expect(query().get('tab')).toBeNull()
    await screen.findByText(/appl(y|ies) to people only/)
  })

  it('searches for people when it is about people alone', async () => {
    const { user } = open()
    const answer = await describeSearch(user, 'marketing directors with a mobile')
    await within(answer).findByRole('button', { name: /^Apply, [\d,]+ (person|people)$/ })
    await user.click(within(answer).getByRole('button', { name: /^Apply/ }))
    expect(query().get('tab')).toBe('people')
  })

  it('extends the current search, or replaces it', async () => {
    const { user } = open('/dashboard/search/new?industry=Mining&country=AU')
    const answer = await describeSearch(user, 'in Perth')
    await user.click(await within(answer).findByRole('button', { name: /^Add to current filters/ }))
    expect(query().getAll('industry')).toEqual(['Mining'])
    expect(query().getAll('location')).toEqual(['AU/WA/Perth'])
    const second = await describeSearch(user, 'cafes in Auckland')
    await user.click(await within(second).findByRole('button', { name: /^Apply/ }))
    expect(query().getAll('industry')).not.toContain('Mining')
    expect(query().getAll('country')).toEqual(['NZ'])
  })

  it('leaves the search unchanged when Escape cancels it', async () => {
    const { user } = open('/dashboard/search/new?industry=Mining&country=AU')
    const before = location.search
    await chips(await describeSearch(user, builders))
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('group', { name: 'What was understood' })).toBeNull()
    expect(location.search).toBe(before)
    expect(document.activeElement).toBe(await field())
    expect((await field()).value).toBe(builders)
  })

  it('closes one layer with each Escape, and keeps what was typed', async () => {
    const { user } = open('/dashboard/search/new?industry=Mining&country=AU')
    const answer = await describeSearch(user, builders)
    await user.click(await within(answer).findByRole('button', { name: /^Explain .*Xero/ }))
    await user.keyboard('{Escape}')
    expect(within(answer).queryByText('Xero', { selector: 'q' })).toBeNull()
    expect(screen.getByRole('group', { name: 'What was understood' })).toBe(answer)
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('group', { name: 'What was understood' })).toBeNull()
    expect((await field()).value).toBe(builders)
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('textbox', { name: 'Describe who you want' })).toBeNull()
    expect((await field()).value).toBe(builders)
  })

  it('is applied with Ctrl and Enter', async () => {
    const { user } = open()
    await chips(await describeSearch(user, builders))
    await user.click(await field())
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(query().getAll('location')).toEqual(['AU/WA/Perth'])
    expect(screen.queryByRole('group', { name: 'What was understood' })).toBeNull()
  })

  it('preserves unapplied text when a filter changes, and in its own search only', async () => {
    const { user } = open()
    await user.type(await field(), 'plumbers in Gee')
    panel.groups.Company = true
    panel.filters = { company_size: true }
    await user.click(await screen.findByRole('checkbox', { name: '51–200' }))
    expect(query().getAll('company_size')).toEqual(['51-200'])
    expect((await field()).value).toBe('plumbers in Gee')
    await user.click(screen.getByRole('link', { name: 'New search' }))
    await waitFor(() => expect(query().has('company_size')).toBe(false))
    expect((await field()).value).toBe('')
  })

  it('shows examples when no word matches', async () => {
    const { user } = open()
    const answer = await describeSearch(user, 'xyzzy plugh')
    await within(answer).findByText('We couldn’t turn that into a search')
    expect(within(answer).getByText(/xyzzy/).textContent).toContain('Not understood: ')
    const examples = within(answer).getByRole('list', { name: 'Examples' })
    const [first] = within(examples).getAllByRole('button')
    await user.click(first ?? examples)
    await chips(await screen.findByRole('group', { name: 'What was understood' }))
    expect((await field()).value).toBe(first?.textContent)
  })

  it('needs a connection, and preserves its text without one', async () => {
    const down = { parsePrompt: () => Promise.reject(new Unreachable('network')) }
    const { user } = open(undefined, down)
    const answer = await describeSearch(user, builders)
    expect((await within(answer).findByRole('alert')).textContent).toMatch(/You’re offline/)
    expect((await field()).value).toBe(builders)
  })

  it('says why the server refused it', async () => {
    const code = 'rate-limited'
    const refused = new ApiProblem(429, { ...problems[code], code, requestId: 'r1' } as never, 20)
    const { user } = open(undefined, { parsePrompt: () => Promise.reject(refused) })
    const answer = await describeSearch(user, builders)
    expect((await within(answer).findByRole('alert')).textContent).toMatch(/Try again in 20 s/)
  })

  it('is not sent beyond 500 characters', async () => {
    const parsePrompt = vi.fn<ApiClient['parsePrompt']>(api.parsePrompt)
    const { user } = open(undefined, { parsePrompt })
    await user.click(await field())
    await user.paste('a'.repeat(501))
    await user.keyboard('{Enter}')
    expect(screen.getByText('501 characters. The limit is 500.')).toBeDefined()
    expect(parsePrompt).not.toHaveBeenCalled()
  })

  it('is saved with the search and shown when that opens', async () => {
    const { user, local } = open()
    await user.click(
      await within(await describeSearch(user, builders)).findByRole('button', { name: /^Apply/ }),
    )
    await user.click(await screen.findByRole('button', { name: 'Save search' }))
    const dialog = await screen.findByRole('dialog')
    await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Perth builders')
    await user.click(within(dialog).getByRole('button', { name: 'Save search' }))
    await screen.findByText('“Perth builders” saved.')
    const [search] = await savedSearches(local().device)
    expect(search?.value.coreAISearchPromptText).toBe(builders)
    expect((await field()).value).toBe(builders)
    await user.click(screen.getByRole('button', { name: 'Clear all' }))
    expect((await field()).value).toBe('')
  })

  it.each([390, 1440])(
    'runs at once when another screen passes it on, %i px wide',
    async (width) => {
      windowOf(width)
      open('/dashboard/search/new', {}, { initialPrompt: builders })
      const answer = await screen.findByRole('group', { name: 'What was understood' })
      await chips(answer)
      await userEvent.setup().click(within(answer).getByRole('button', { name: /^Apply/ }))
      await waitFor(() => expect(query().get('prompt')).toBe(builders))
      expect(query().getAll('location')).toEqual(['AU/WA/Perth'])
    },
  )

  it.each([390, 1440])('is empty and focused when Home opens it, %i px wide', async (width) => {
    windowOf(width)
    open('/dashboard/search/new', {}, { initialPrompt: '' })
    const empty = await field()
    await waitFor(() => expect(document.activeElement).toBe(empty))
    expect(empty.value).toBe('')
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
