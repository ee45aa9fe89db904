import {
  signInForEachTest,
  Framed,
  withCalls,
  readCreditsLeft,
  pay,
  toastTitles,
} from '../../../kit/screens/credits.tsx'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterAll, describe, expect, it } from 'vitest'
import type { RecordSource } from '../../../../contract/money/credits.ts'
import { problems } from '../../../../contract/core/problem.ts'
import { session } from '../../../../src/session/session.ts'
import type { ApiClient } from '../../../../src/lib/api.ts'
import { ApiProblem, Unreachable } from '../../../../src/lib/api-errors.ts'
import { connectivity } from '../../../../src/lib/connectivity.ts'
import { formatCredits } from '../../../../src/shared/credits/copy.ts'
import { askToUnlock, unlockStore } from '../../../../src/shared/unlocks/unlock-store.ts'
import { recordId } from '../../../kit/fixtures/records.ts'
import { alex } from '../../../kit/session/people.ts'
import { aMember, anInfo } from '../../../kit/screens/members.ts'
import { startRealApp } from '../../../kit/screens/real-app.ts'
import { openAt, press, someone } from '../../../kit/screens/records.tsx'

const { api: real, close } = await startRealApp()
afterAll(close)

signInForEachTest()

const first = (count: number): RecordSource => ({
  kind: 'search',
  filters: {},
  operators: {},
  excluded: {},
  search: '',
  metadata: {},
  sorting: [{ field: 'name', order: 'asc' }],
  first: count,
})

const ask = async (api: ApiClient, count: number, name = `${count} people`) => {
  openAt(api, someone(), '/dashboard/search/new', <Framed>{null}</Framed>)
  await readCreditsLeft()
  act(() => askToUnlock({ category: 'people', source: first(count), name }))
  return screen.findByRole('dialog', { name: `Reveal ${name}` })
}

const priceOf = (count: number) => real.estimate({ category: 'people', source: first(count) })

const refused = (code: keyof typeof problems) =>
  new ApiProblem(
    problems[code].status,
    {
      type: '',
      ...problems[code],
      detail: '',
      instance: '',
      code,
      requestId: '',
    },
    null,
  )

describe('unlocking several records', () => {
  it('shows every part of the price, charges exactly that, and updates the meter', async () => {
    await real.reveal({
      category: 'people',
      ids: (await real.recordIds({ category: 'people', source: first(5) })).ids,
      agreed: 5,
    })
    const before = await priceOf(40)
    expect(before.owned).toBeGreaterThan(0)
    const dialog = await ask(real, 40)
    await within(dialog).findByText(`${before.owned} already revealed`)
    expect(dialog.textContent).toContain(`${before.chargeable} to reveal`)
    expect(dialog.textContent).toContain(
      `Remaining${String(before.after).replace(/\B(?=(\d{3})+$)/, ',')}`,
    )
    expect(before.owned + before.empty + before.suppressed + before.chargeable).toBe(40)
    await pay(`Reveal · ${formatCredits(before.chargeable)}`)
    await waitFor(() => expect(unlockStore.requested).toBeNull())
    expect((await real.credits()).balance).toBe(before.after)
    await waitFor(async () => expect(await readCreditsLeft()).toBe(before.after))
    expect(toastTitles()).toEqual([
      `${before.owned + before.chargeable} people revealed, ${formatCredits(before.chargeable)}`,
    ])
  })

  it('says that revealed records cost nothing, without a button', async () => {
    const dialog = await ask(real, 5)
    await within(dialog).findByText(/Nothing to reveal/)
    expect(within(dialog).queryByRole('button', { name: /^Reveal/ })).toBeNull()
  })

  it('says how many suppressed records are left out, and links to the setting', async () => {
    const none = { owned: 0, suppressed: 0, empty: 1, chargeable: 0, total: 1 }
    const api = withCalls(real, {
      estimate: async (...given) => ({ ...(await real.estimate(...given)), ...none }),
    })
    const dialog = await ask(api, 1, 'Kim Wattle')
    await within(dialog).findByText(/settings leave out numbers on the Do Not Call Register/)
    expect(within(dialog).getByRole('link', { name: 'Privacy' }).getAttribute('href')).toBe(
      '/dashboard/users?tab=privacy',
    )
  })

  it('shows both prices after a price change, and charges nothing before the user agrees', async () => {
    const { balance } = await real.credits()
    const now = await priceOf(45)
    let estimates = 0
    const api = withCalls(real, {
      estimate: async (...given) => {
        estimates += 1
        const estimate = await real.estimate(...given)
        return estimates > 1
          ? estimate
          : { ...estimate, owned: estimate.owned + 1, chargeable: estimate.chargeable - 1 }
      },
    })
    const dialog = await ask(api, 45)
    await pay(`Reveal · ${formatCredits(now.chargeable - 1)}`)
    await within(dialog).findByText(
      `The price changed from ${formatCredits(now.chargeable - 1)} to ${formatCredits(now.chargeable)}, so nothing was charged. Is that OK?`,
    )
    expect((await real.credits()).balance).toBe(balance)
    await pay(`Reveal · ${formatCredits(now.chargeable)}`)
    await waitFor(() => expect(unlockStore.requested).toBeNull())
    expect((await real.credits()).balance).toBe(balance - now.chargeable)
  })

  it('offers the first records that the credits cover, and charges no more', async () => {
    const { balance } = await real.credits()
    const budget = 6
    const api = withCalls(real, {
      estimate: async (...given) => {
        const estimate = await real.estimate(...given)
        return { ...estimate, balance: budget, after: budget - estimate.chargeable }
      },
    })
    const dialog = await ask(api, 90)
    await within(dialog).findAllByText(/needed, 6 credits available\.$/)
    await press('Use my remaining credits')
    await within(dialog).findByText(/^Only the first \d+ people, in the order shown\.$/)
    await pay(/^Reveal · [456] credits$/)
    await waitFor(() => expect(unlockStore.requested).toBeNull())
    const charged = balance - (await real.credits()).balance
    expect(charged).toBeGreaterThan(3)
    expect(charged).toBeLessThanOrEqual(budget)
  })

  it("says that the user's cap is reached, and which admin to write to", async () => {
    act(() => session.update({ identity: { ...alex, role: 'standard' } }))
    const api = withCalls(real, {
      estimate: async (...given) => ({
        ...(await real.estimate(...given)),
        balance: 500,
        after: 400,
        capLeft: 0,
      }),
      customerInfo: async () => ({ ...anInfo([aMember()]), credits: { balance: 9, reserved: 0 } }),
    })
    const dialog = await ask(api, 100)
    await within(dialog).findAllByText(
      /needed, 0 credits left of the personal limit this period\.$/,
    )
    await within(dialog).findByRole('link', { name: 'Ask an admin for more credits' })
    expect(within(dialog).queryByRole('button', { name: 'Use my remaining credits' })).toBeNull()
  })

  it('says that it needs a connection when offline', async () => {
    openAt(real, someone(), '/dashboard/search/new', <Framed>{null}</Framed>)
    await readCreditsLeft()
    act(() => {
      connectivity.online = false
      askToUnlock({ category: 'people', source: first(3), name: '3 people' })
    })
    const dialog = await screen.findByRole('dialog', { name: 'Reveal 3 people' })
    const messages = await within(dialog).findAllByText(/never spend credits later without asking/)
    expect(messages.length).toBeGreaterThan(0)
  })
})

describe('unlocking more records than one request takes', () => {
  const ids = Array.from({ length: 2_500 }, (_, at) => recordId(at))
  /** A credit each; `fails` decides which requests get no answer. */
  const bigServer = (fails: (call: number) => boolean, problem: Error) => {
    const owned = new Set<string>()
    const calls: { ids: readonly string[]; agreed: number }[] = []
    const api = withCalls(real, {
      recordIds: async () => ({ ids }),
      syncRecords: async () => {
        throw new Error('not asked for')
      },
      estimate: async () => {
        const chargeable = ids.length - owned.size
        return {
          total: ids.length,
          owned: owned.size,
          suppressed: 0,
          empty: 0,
          chargeable,
          balance: 5_000,
          after: 5_000 - chargeable,
          capLeft: null,
        }
      },
      reveal: async (input) => {
        calls.push(input)
        if (fails(calls.length)) throw problem
        const fresh = input.ids.filter((id) => !owned.has(id))
        for (const id of fresh) owned.add(id)
        return {
          unlocked: [...input.ids],
          charged: fresh.length,
          balance: 5_000 - owned.size,
          reserved: 0,
        }
      },
    })
    return { api, calls, owned }
  }

  it('continues in the background in batches of a thousand, within the agreed price', async () => {
    const { api, calls } = bigServer(() => false, new Error(''))
    await ask(api, 2_500)
    await pay('Reveal · 2,500 credits')
    await waitFor(() => expect(toastTitles()).toEqual(['2,500 people revealed, 2,500 credits']))
    expect(calls.map(({ ids: part, agreed }) => [part.length, agreed])).toEqual([
      [1_000, 2_500],
      [1_000, 1_500],
      [500, 500],
    ])
    expect(screen.queryByRole('region', { name: 'Revealing' })).toBeNull()
  })

  it('stops when the server is unreachable, says what is safe, and continues at the price of the rest', async () => {
    const { api, calls, owned } = bigServer(
      (call) => call > 1 && call < 4,
      new Unreachable('network'),
    )
    await ask(api, 2_500)
    await pay('Reveal · 2,500 credits')
    const bar = await screen.findByRole('region', { name: 'Revealing' })
    await within(bar).findByText(/Stopped: 1,000 of 2,500 people/)
    expect(bar.textContent).toContain('Anything revealed is yours. You’ll never pay for it again.')
    expect(within(bar).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('1000')
    await press('Resume')
    await pay('Reveal · 1,500 credits')
    await waitFor(() => expect(toastTitles()).toEqual(['2,500 people revealed, 1,500 credits']))
    expect(owned.size).toBe(2_500)
    expect(calls.at(3)?.agreed).toBe(1_500)
  })

  it('stops when the credits run out meanwhile', async () => {
    const { api } = bigServer((call) => call > 2, refused('insufficient-credits'))
    await ask(api, 2_500)
    await pay('Reveal · 2,500 credits')
    const bar = await screen.findByRole('region', { name: 'Revealing' })
    await within(bar).findByText(/Stopped: 2,000 of 2,500 people/)
    expect(bar.textContent).toContain('2,000 credits so far.')
  })
})
