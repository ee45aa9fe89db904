import { act, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  noAccountIntelligence,
  type AccountIntelligence,
  type SavedAccountIntelligence,
} from '../../../../contract/org/account-intelligence.ts'
import { problems } from '../../../../contract/core/problem.ts'
import { AccountIntelligenceScreen } from '../../../../src/screens/account-intelligence/account-intelligence-screen.tsx'
import { FiltersOver } from '../../../../src/screens/search/filters/filters-over.tsx'
import { session } from '../../../../src/session/session.ts'
import { ApiProblem } from '../../../../src/lib/api-errors.ts'
import { connectivity } from '../../../../src/lib/connectivity.ts'
import { alex } from '../../../kit/session/people.ts'
import { aMember, anInfo } from '../../../kit/screens/members.ts'
import { fakeApi, show, type FakeCalls } from '../../../kit/screens/screen.tsx'

const unknown = session.current()
// Drafts last as long as the page, so each test signs in another user.
let last = 0
beforeEach(() => {
  last += 1
  act(() => session.update({ identity: { ...alex, userId: `user_intelligence_${last}` } }))
})
afterEach(() => {
  connectivity.online = true
  act(() => session.update(unknown))
})

const builders: AccountIntelligence = {
  ...noAccountIntelligence,
  products: [{ name: 'Site diary', does: 'Keeps the diary of a building site.' }],
  idealCustomer: {
    ...noAccountIntelligence.idealCustomer,
    industries: [{ division: 'Construction', group: null }],
    sizes: ['11-50'],
    never: { company_type: ['Charity/NFP'] },
  },
}

const savedVersion = (config: AccountIntelligence, version: number): SavedAccountIntelligence => ({
  config,
  version,
  versions: Array.from({ length: version }, (_, index) => ({
    version: version - index,
    at: '2026-02-03T10:00:00Z',
    by: version - index === 1 ? 'Kim Wattle' : 'Sam Wattle',
  })),
})

const open = (calls: FakeCalls = {}) => {
  const saved: { config: AccountIntelligence; version: number }[] = []
  const view = show(
    <AccountIntelligenceScreen filters={FiltersOver} />,
    fakeApi({
      accountIntelligence: () => Promise.resolve(savedVersion(builders, 2)),
      accountIntelligencePreview: () => Promise.resolve({ possible: 290, at80: 12, at50: 60 }),
      changeAccountIntelligence: ({ config, version }) => {
        // Safe cast: the form sends every part.
        saved.push({ config: config as AccountIntelligence, version })
        return Promise.resolve(savedVersion(config as AccountIntelligence, version + 1))
      },
      ...calls,
    }),
    '/dashboard/account-intelligence-config',
  )
  return { saved, ...view }
}

/** By itself or by its fieldset. */
const isDisabled = (field: HTMLElement): boolean => field.closest('fieldset[disabled]') !== null

const type = async (label: string, text: string): Promise<void> => {
  fireEvent.change(await screen.findByLabelText(label), { target: { value: text } })
}

const openTab = async (name: string): Promise<void> =>
  userEvent.click(await screen.findByRole('tab', { name }))

describe('the account intelligence screen, for an admin', () => {
  it('saves changes as the next version', async () => {
    const { saved } = open()
    await type('Name of product 1', 'Site diary 2')
    await userEvent.click(screen.getByRole('radio', { name: 'Warm' }))
    await userEvent.click(screen.getByRole('button', { name: 'Add a benefit' }))
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('All changes saved.')
    expect(saved).toEqual([
      {
        version: 2,
        config: {
          ...builders,
          products: [{ name: 'Site diary 2', does: 'Keeps the diary of a building site.' }],
          tone: 'warm',
        },
      },
    ])
    expect(screen.getByText('Version 3')).toBeDefined()
  })

  it('shows how many companies would fit, and what each part counts', async () => {
    open()
    const would = await screen.findByRole('region', { name: 'Companies that fit' })
    await within(would).findByText('12')
    expect(would.textContent).toContain('Of 290 companies not ruled out.')
    expect(screen.getByText('57 of 100 points')).toBeDefined()
    expect(screen.getByText('43 of 100 points')).toBeDefined()
    expect(screen.getAllByText('Not set')).toHaveLength(2)
  })

  it('shows excluded criteria like the search does, with a button to remove them', async () => {
    const { saved } = open()
    await openTab('Ideal customer')
    await userEvent.click(
      await screen.findByRole('button', { name: /^Remove Company type: not Charity/ }),
    )
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('All changes saved.')
    expect(saved[0]?.config.idealCustomer.never).toEqual({})
  })

  it('finds industries by name, and shows which industry a group belongs to', async () => {
    const { saved } = open({
      searchFilterOptions: () =>
        Promise.resolve({
          success: true,
          total: 1,
          records: [
            { value: 'Metal Ore Mining', label: 'Metal Ore Mining', count: 3, parent: 'Mining' },
          ],
        }),
    })
    await openTab('Ideal customer')
    fireEvent.focus(await screen.findByLabelText('Industries'))
    await userEvent.click(
      await screen.findByRole('checkbox', { name: 'Metal Ore Mining in Mining' }),
    )
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('All changes saved.')
    expect(saved[0]?.config.idealCustomer.industries).toEqual([
      { division: 'Construction', group: null },
      { division: 'Mining', group: 'Metal Ore Mining' },
    ])
  })

  it('closes the list of industries on Escape and when the next field has the focus', async () => {
    open({
      searchFilterOptions: () => Promise.resolve({ success: true, total: 0, records: [] }),
    })
    const list = () => screen.queryByRole('group', { name: 'Choose industries' })
    await openTab('Ideal customer')
    await userEvent.click(await screen.findByLabelText('Industries'))
    expect(list()).not.toBeNull()
    await userEvent.keyboard('{Escape}')
    expect(list()).toBeNull()
    await userEvent.keyboard('m')
    expect(list()).not.toBeNull()
    await userEvent.click(screen.getByLabelText('Regions'))
    expect(list()).toBeNull()
  })

  it('keeps unsaved changes after leaving the screen', async () => {
    const { unmount } = open()
    await type('Name of product 1', 'Half written')
    unmount()
    open()
    expect(await screen.findByLabelText('Name of product 1')).toHaveProperty(
      'value',
      'Half written',
    )
    expect(screen.getByText('Unsaved changes.')).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Discard changes' }))
    expect(screen.getByLabelText('Name of product 1')).toHaveProperty('value', 'Site diary')
  })

  it('shows one part at a time, and loses nothing that is half written', async () => {
    const { saved } = open()
    await userEvent.click(await screen.findByRole('button', { name: 'Add a product' }))
    await type('What product 2 does', 'Plans the day.')
    await userEvent.type(screen.getByLabelText('Words to avoid'), 'synergy')
    expect(screen.queryByRole('region', { name: 'Personas' })).toBeNull()
    await openTab('Who to call')
    expect(screen.queryByRole('region', { name: 'Products and benefits' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Name product 2.', { selector: '[role=status]' })
    expect(saved).toEqual([])
    await openTab('What you sell')
    await type('Name of product 2', 'Planner')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('All changes saved.')
    expect(saved[0]?.config).toMatchObject({
      products: [{ name: 'Site diary' }, { name: 'Planner', does: 'Plans the day.' }],
      avoidedTerms: ['synergy'],
    })
  })

  it('saves a word to avoid that is typed and not added', async () => {
    const { saved } = open()
    await userEvent.type(await screen.findByLabelText('Words to avoid'), 'synergy')
    screen.getByText('Unsaved changes.')
    const save = screen.getByRole('button', { name: 'Save' })
    expect(save.getAttribute('aria-disabled')).toBeNull()
    act(() => save.click())
    await screen.findByText('All changes saved.')
    expect(saved[0]?.config).toMatchObject({ avoidedTerms: ['synergy'] })
  })

  it("lets the admin choose after a conflict with another admin's version", async () => {
    let newest = savedVersion(builders, 2)
    const sent: number[] = []
    open({
      accountIntelligence: () => Promise.resolve(newest),
      changeAccountIntelligence: ({ config, version }) => {
        sent.push(version)
        if (version === newest.version)
          return Promise.resolve(savedVersion(config as AccountIntelligence, version + 1))
        return Promise.reject(
          new ApiProblem(
            409,
            {
              type: 'about:blank',
              title: problems['version-conflict'].title,
              status: 409,
              detail: '',
              instance: '',
              code: 'version-conflict',
              requestId: 'req_1',
            },
            null,
          ),
        )
      },
    })
    await type('Name of product 1', 'Mine')
    newest = savedVersion({ ...builders, tone: 'formal' }, 3)
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Sam Wattle saved version 3 while you were editing version 2. Yours isn’t saved yet.',
    )
    await userEvent.click(screen.getByRole('button', { name: 'Keep mine' }))
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('All changes saved.')
    expect(sent).toEqual([2, 3])
  })

  it('shows an older version, and restores it as a new version', async () => {
    const { saved } = open({
      accountIntelligence: (input) =>
        Promise.resolve(
          input?.version === 1 ? savedVersion(noAccountIntelligence, 1) : savedVersion(builders, 2),
        ),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'View version 1' }))
    await screen.findByText(/^Version 1, saved by Kim Wattle on 3 Feb 2026\./)
    expect(screen.queryByLabelText('Name of product 1')).toBeNull()
    expect(isDisabled(screen.getByRole('radio', { name: 'Warm' }))).toBe(true)
    await userEvent.click(screen.getByRole('button', { name: 'Restore this version' }))
    await screen.findByText('All changes saved.')
    expect(saved).toEqual([{ version: 2, config: noAccountIntelligence }])
  })

  it('is readable offline but cannot be saved', async () => {
    const { saved } = open()
    await type('Name of product 1', 'Offline')
    act(() => {
      connectivity.online = false
    })
    await screen.findByText(/Reconnect to save\.$/, { selector: 'span.max-w-text' })
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(saved).toEqual([])
  })
})

describe('the account intelligence screen, for other members', () => {
  it('is read-only, and names an admin to ask', async () => {
    act(() => session.update({ identity: { ...alex, role: 'standard' } }))
    open({ customerInfo: () => Promise.resolve(anInfo([aMember()])) })
    expect(isDisabled(await screen.findByLabelText('Name of product 1'))).toBe(true)
    await screen.findByText('Only an admin can do this. Ask Alex Fernleigh.')
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  })

  it('says of each empty part that it has no description yet', async () => {
    act(() => session.update({ identity: { ...alex, role: 'standard' } }))
    open({
      accountIntelligence: () => Promise.resolve(savedVersion(noAccountIntelligence, 0)),
      customerInfo: () => Promise.resolve(anInfo([aMember()])),
    })
    const parts = ['Products', 'Benefits']
    for (const name of parts)
      expect((await screen.findByRole('group', { name })).textContent).toContain('None added.')
    await openTab('Who to call')
    const personas = screen.getByRole('region', { name: 'Personas' })
    expect(within(personas).getByText('None added.')).toBeDefined()
  })
})
