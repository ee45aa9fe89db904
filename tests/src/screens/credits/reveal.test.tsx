import {
  signInForEachTest,
  cuttable,
  Framed,
  withCalls,
  readCreditsLeft,
  maskedPeople,
  pay,
  toastTitles,
} from '../../../kit/screens/credits.tsx'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, describe, expect, it } from 'vitest'
import { problems } from '../../../../contract/core/problem.ts'
import type { PersonView } from '../../../../contract/records/records.ts'
import { findCachedRecord } from '../../../../src/shared/records/cached-records.ts'
import { RecordScreen } from '../../../../src/screens/records/record-screen.tsx'
import { SearchScreen } from '../../../../src/screens/search/search-screen.tsx'
import { session } from '../../../../src/session/session.ts'
import type { ApiClient } from '../../../../src/lib/api.ts'
import { ApiProblem, Unreachable } from '../../../../src/lib/api-errors.ts'
import { unlockStore } from '../../../../src/shared/unlocks/unlock-store.ts'
import { alex } from '../../../kit/session/people.ts'
import { aMember, anInfo } from '../../../kit/screens/members.ts'
import { startRealApp } from '../../../kit/screens/real-app.ts'
import { openAt, press, someone } from '../../../kit/screens/records.tsx'
import { windowOf } from '../../../kit/screens/screen.tsx'

const { api: real, close } = await startRealApp()
const next = await maskedPeople(real)
afterAll(close)

signInForEachTest()

const open = (person: PersonView, api: ApiClient = real, owner = someone()) =>
  openAt(
    api,
    owner,
    `/dashboard/people?id=${person.id}&tab=contact`,
    <Framed>
      <RecordScreen category="people" />
    </Framed>,
  )

const revealButton = async (person: PersonView) => {
  const [button] = await screen.findAllByRole('button', {
    name: new RegExp(`^Reveal .+ · 1 credit: ${person.name}$`),
  })
  if (!button) throw new Error('no button')
  return button
}

const problem = (code: keyof typeof problems, more: Record<string, unknown> = {}) =>
  new ApiProblem(
    problems[code].status,
    {
      type: `http://localhost/problems/${code}`,
      ...problems[code],
      detail: 'It needs 1 credit.',
      instance: '/api/records/reveal',
      code,
      requestId: 'test',
      ...more,
    },
    null,
  )

describe('revealing a person', () => {
  it('charges the price on the button, shows the values with their actions, and updates the meter', async () => {
    const person = next()
    open(person)
    const before = await readCreditsLeft()
    const button = await revealButton(person)
    expect(button.textContent).toContain('Reveal email + mobile · 1 credit')
    const described = document.getElementById(button.getAttribute('aria-describedby') ?? '')
    expect(described?.textContent).toMatch(
      /^Shows work email.* mobile.*\. Costs 1 credit, leaving [\d,]+$/,
    )
    await userEvent.click(button)
    const mail = await screen.findByRole('link', { name: /@.*\.example$/ })
    const { value } = (await real.person({ id: person.id })).work_email ?? {}
    expect(mail.textContent).toBe(value)
    expect(mail.getAttribute('href')).toBe(`mailto:${value}`)
    await screen.findByRole('button', { name: `Copy email ${value}` })
    expect(screen.queryByText(/Masked until/)).toBeNull()
    await waitFor(async () => expect(await readCreditsLeft()).toBe(before - 1))
    expect(toastTitles()).toEqual(['Revealed, 1 credit'])
  })

  it('costs nothing if another member was faster', async () => {
    const person = next()
    open(person)
    const button = await revealButton(person)
    await real.reveal({ category: 'people', ids: [person.id], agreed: 1 })
    const { balance } = await real.credits()
    await userEvent.click(button)
    await screen.findByRole('link', { name: /@.*\.example$/ })
    expect(toastTitles()).toEqual(['Revealed, nothing charged'])
    expect((await real.credits()).balance).toBe(balance)
  })

  it('charges once although the first answer was lost', async () => {
    const person = next()
    const keys: (string | undefined)[] = []
    const { balance } = await real.credits()
    const api = withCalls(real, {
      reveal: async (input, options) => {
        keys.push(options?.idempotencyKey)
        const answer = await real.reveal(input, options)
        if (keys.length === 1) throw new Unreachable('timeout')
        return answer
      },
    })
    open(person, api)
    await userEvent.click(await revealButton(person))
    await screen.findByRole('link', { name: /@.*\.example$/ })
    expect(keys).toHaveLength(2)
    expect(keys[0]).toBe(keys[1])
    expect((await real.credits()).balance).toBe(balance - 1)
    expect(toastTitles()).toEqual(['Revealed, 1 credit'])
  })

  it('updates the copy on the device, so that the values are readable offline', async () => {
    const person = next()
    const network = cuttable(real)
    const owner = someone()
    const local = open(person, network.api, owner)
    const button = await revealButton(person)
    await waitFor(async () =>
      expect((await findCachedRecord(local.device, person.id))?.view.unlocked).toBe(false),
    )
    await userEvent.click(button)
    await waitFor(async () =>
      expect((await findCachedRecord(local.device, person.id))?.view.unlocked).toBe(true),
    )
    network.cut()
    open(person, network.api, owner)
    await screen.findByText(/Offline. Saved copy/)
    await screen.findByRole('link', { name: /@.*\.example$/ })
  })

  it('is disabled offline with a reason, and is not queued', async () => {
    const person = next()
    const network = cuttable(real)
    const owner = someone()
    const local = open(person, network.api, owner)
    await revealButton(person)
    await waitFor(async () =>
      expect(await findCachedRecord(local.device, person.id)).not.toBeNull(),
    )
    act(() => network.cut())
    const button = await revealButton(person)
    // It is disabled without words while it loads, too.
    await waitFor(() => expect(button.textContent).toContain('need a connection'))
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await userEvent.click(button)
    expect(await local.device.read(({ outbox }) => outbox.count())).toBe(0)
    network.mend()
    expect((await real.person({ id: person.id })).unlocked).toBe(false)
  })

  it('is disabled with the name of an admin to ask, if an admin has turned it off', async () => {
    const person = next()
    const { metadata } = await real.customerMetadata()
    const api = withCalls(real, {
      customerMetadata: async () => ({
        metadata: { ...metadata, caps: { cap: null, disabled: ['reveal'] } },
      }),
      customerInfo: async () => anInfo([aMember()]),
    })
    open(person, api)
    const button = await revealButton(person)
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'))
    await within(button).findByText(/An admin has turned off “Reveal” for you. Ask Alex Fernleigh./)
    await userEvent.click(button)
    expect(unlockStore.requested).toBeNull()
  })

  it('says why no detail may be shown, and does not claim an unlock', async () => {
    const person = next()
    const { balance } = await real.credits()
    const list = await real.createList({
      name: 'Asked us to stop',
      category: 'people',
      kind: 'suppression',
      recordIds: [person.id],
    })
    open(person, withCalls(real, { person: async () => person }))
    await userEvent.click(await revealButton(person))
    const dialog = await screen.findByRole('dialog', { name: `Reveal ${person.name}` })
    await within(dialog).findByText(/Nothing to reveal\. .*suppression list/)
    expect(toastTitles()).toEqual([])
    expect((await real.credits()).balance).toBe(balance)
    await real.deleteList({ id: list.id })
  })

  it('says how many credits are missing, and unlocks nothing', async () => {
    const person = next()
    const api = withCalls(real, {
      reveal: () => Promise.reject(problem('insufficient-credits', { needed: 1, balance: 0 })),
      estimate: async (input) => ({ ...(await real.estimate(input)), balance: 0, after: -1 }),
    })
    act(() => session.update({ identity: { ...alex, role: 'standard' } }))
    open(person, api)
    await userEvent.click(await revealButton(person))
    const dialog = await screen.findByRole('dialog', { name: `Reveal ${person.name}` })
    await within(dialog).findByText(/^Insufficient credits\./)
    await within(dialog).findAllByText('1 credit needed, 0 credits available.')
    expect(within(dialog).queryByRole('button', { name: 'Use my remaining credits' })).toBeNull()
    await press('Cancel')
    expect((await real.person({ id: person.id })).unlocked).toBe(false)
    expect(toastTitles()).toEqual([])
  })
})

describe('a person on the Do Not Call Register', () => {
  const listed = (person: PersonView, emails: Partial<PersonView> = {}): PersonView => {
    const { work_email: _, personal_email: __, ...others } = person
    return {
      ...others,
      ...emails,
      mobile: { masked: '0491 ••• •••', type: 'mobile', dnc: { listed: 'yes' } },
      direct_phone: { masked: '08 •••• ••••' },
    }
  }

  it('without an email is not offered to reveal while the organisation leaves listed numbers out', async () => {
    const person = next()
    open(person, withCalls(real, { person: async () => listed(person) }))
    await screen.findByText(
      'On the Do Not Call Register, so don’t call. There’s no email to reveal.',
    )
    expect(screen.queryByRole('button', { name: /^Reveal/ })).toBeNull()
  })

  it('is offered for the email alone', async () => {
    const person = next()
    const { work_email } = person
    open(person, withCalls(real, { person: async () => listed(person, { work_email }) }))
    const button = await revealButton(person)
    expect(button.textContent).toContain('Reveal email · 1 credit')
    const described = document.getElementById(button.getAttribute('aria-describedby') ?? '')
    expect(described?.textContent).toMatch(
      /^Shows work email\. On the Do Not Call Register\. Costs 1 credit/,
    )
  })
})

describe('revealing in a row of people', () => {
  it('shows the values in the row, the full view and every cached page, without another search', async () => {
    windowOf(820)
    const requests: string[] = []
    const api = withCalls(real, {
      records: (...given) => {
        requests.push(given[0].category)
        return real.records(...given)
      },
    })
    openAt(
      api,
      someone(),
      '/dashboard/search/new?country=AU&tab=people&has_work_email=Yes',
      <Framed>
        <SearchScreen />
      </Framed>,
    )
    const [button] = await screen.findAllByText(/^Reveal .*email.* · 1 credit$/)
    const row = button?.closest('tr')
    if (!row || !button) throw new Error('no row')
    const name = within(row).getByRole('rowheader').textContent ?? ''
    const before = requests.length
    await userEvent.click(button)
    await within(row).findByText('Revealed')
    await within(row).findByRole('link', { name: /@.*\.example$/ })
    expect(within(row).queryByRole('button', { name: /^Reveal/ })).toBeNull()
    expect(requests).toHaveLength(before)
    expect(location.search).not.toContain('open=')
    expect(toastTitles()).toEqual(['Revealed, 1 credit'])
    expect(name).not.toBe('')
  })

  it('is in the menu of the row with its price, and asks for confirmation', async () => {
    windowOf(820)
    openAt(
      real,
      someone(),
      '/dashboard/search/new?country=AU&tab=people&has_mobile=Yes',
      <Framed>
        <SearchScreen />
      </Framed>,
    )
    const [button] = await screen.findAllByText(/^Reveal .*mobile · 1 credit$/)
    const row = button?.closest('tr')
    if (!row) throw new Error('no row')
    fireEvent.click(within(row).getByLabelText(/^Actions for/))
    fireEvent.click(await screen.findByText('Reveal', { selector: '[role=menuitem] *' }))
    await pay('Reveal · 1 credit')
    await within(row).findByText('Revealed')
    await waitFor(() => expect(unlockStore.requested).toBeNull())
  })
})
