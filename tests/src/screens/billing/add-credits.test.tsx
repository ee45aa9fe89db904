import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EndpointOutput } from '../../../../contract/core/endpoint.ts'
import type { billingEndpoints } from '../../../../contract/money/billing.ts'
import { Unreachable } from '../../../../src/lib/api-errors.ts'
import { AddCredits } from '../../../../src/shared/credits/add-credits.tsx'
import { session } from '../../../../src/session/session.ts'
import { toastTitles } from '../../../kit/screens/credits.tsx'
import { aPaidPlan, anAddonPlan, someCredits, withPayments } from '../../../kit/screens/billing.ts'
import { fakeApi, show, type FakeCalls } from '../../../kit/screens/screen.tsx'
import { alex } from '../../../kit/session/people.ts'

const unknown = session.current()
const user = userEvent.setup()
let endPayments = (): void => undefined
beforeEach(() => {
  endPayments = withPayments()
  refusals = []
  confirmed = []
  Object.assign(window, { Stripe: Object.assign(fakeStripe, { version: 'endive' }) })
  act(() => session.update({ identity: alex }))
})
afterEach(() => {
  endPayments()
  act(() => session.update(unknown))
})

type Answer = EndpointOutput<(typeof billingEndpoints)['buyCredits']>
const answer = (given: Partial<Answer>): Answer => ({
  clientSecret: 'pi_1_secret_1',
  paymentIntentId: 'pi_1',
  invoiceId: 'in_1',
  amount: 17_500,
  tax: 1_750,
  total: 19_250,
  currency: 'AUD',
  status: 'open',
  url: null,
  reason: null,
  ...given,
})
const visa = { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2030 }

const open = async (
  calls: FakeCalls,
  { short = 0, card = true, onAdded = vi.fn<() => void>() } = {},
) => {
  let bought = 0
  show(
    <AddCredits why="" short={short} onAdded={onAdded} />,
    fakeApi({
      activePlan: async () => ({ subscription: aPaidPlan() }),
      addonPlan: async () => ({ plan: anAddonPlan }),
      paymentMethod: async () => ({ paymentMethod: card ? visa : null }),
      credits: async () => someCredits(bought),
      ...calls,
    }),
  )
  await user.click(screen.getByRole('button', { name: 'Add credits' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add credits' }))
  return { dialog, onAdded, arrive: (count: number) => (bought = count) }
}

/** Of Stripe's script, which a page loads once: its next answers to confirmations, null for a payment. */
let refusals: (string | null)[] = []
let confirmed: string[] = []

const fakeStripe = () => {
  const next = async ({ clientSecret }: { clientSecret: string }) => {
    confirmed.push(clientSecret)
    const message = refusals.shift() ?? null
    return message === null ? {} : { error: { message } }
  }
  const element = {
    on: (name: string, listener: () => void) => name === 'ready' && queueMicrotask(listener),
    mount: () => undefined,
    destroy: () => undefined,
  }
  return {
    _registerWrapper: () => undefined,
    elements: () => ({ create: () => element, submit: async () => ({}) }),
    confirmPayment: next,
    handleNextAction: next,
  }
}

describe('adding credits', () => {
  it('is one press with a card on file, at the price that is shown, and goes on once they are there', async () => {
    const sent: unknown[] = []
    const { dialog, onAdded, arrive } = await open({
      buyCredits: async (input) => {
        sent.push(input)
        arrive(500)
        return answer({ status: 'done', clientSecret: null })
      },
    })
    expect(await dialog.findByText('500 credits × A$0.35')).toBeTruthy()
    expect(dialog.getByText('A$17.50')).toBeTruthy()
    expect(dialog.getByText('Visa ending 4242')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Pay A$192.50' }))
    await waitFor(() => expect(onAdded).toHaveBeenCalledOnce())
    expect(toastTitles()).toContain('500 credits added')
    expect(sent).toEqual([
      {
        orgId: 'org_1',
        totalCredits: 500,
        amount: 17_500,
        pricePerCredit: 35,
        priceId: 'addon_aud',
        currency: 'AUD',
        useCard: true,
      },
    ])
  })

  it('suggests what is missing, and says when more credits cost less', async () => {
    const { dialog } = await open({}, { short: 421 })
    const field = await dialog.findByRole('textbox', { name: 'Credits' })
    expect((field as HTMLInputElement).value).toBe('450')
    await user.click(await dialog.findByRole('button', { name: '500 credits cost less' }))
    expect((field as HTMLInputElement).value).toBe('500')
    expect(dialog.queryByRole('button', { name: /cost less/ })).toBeNull()
  })

  it('takes a card in Stripe’s fields where there is none, and shows why the bank refused it', async () => {
    refusals = ['Your card has insufficient funds.', null]
    const { dialog, onAdded, arrive } = await open(
      { buyCredits: async () => answer({}) },
      { card: false },
    )
    await user.click(await dialog.findByRole('button', { name: 'Continue to card' }))
    await user.click(await dialog.findByRole('button', { name: 'Pay A$192.50' }))
    expect((await dialog.findByRole('alert')).textContent).toBe('Your card has insufficient funds.')
    expect(onAdded).not.toHaveBeenCalled()
    const pay = await dialog.findByRole('button', { name: 'Pay A$192.50' })
    await user.click(pay)
    await waitFor(() => expect(confirmed).toEqual(['pi_1_secret_1', 'pi_1_secret_1']))
    arrive(500)
    await waitFor(() => expect(onAdded).toHaveBeenCalledOnce(), { timeout: 10_000 })
  })

  it('asks the bank where it wants the customer to confirm, and offers another card after a refusal', async () => {
    refusals = ['We are unable to authenticate your payment method.']
    const { dialog } = await open({ buyCredits: async () => answer({ status: 'action' }) })
    await user.click(await dialog.findByRole('button', { name: 'Pay A$192.50' }))
    expect((await dialog.findByRole('alert')).textContent).toContain('unable to authenticate')
    expect(await dialog.findByRole('button', { name: 'Back' })).toBeTruthy()
  })

  it('keeps its key while the outcome is unknown, so that pressing again charges once', async () => {
    const keys: unknown[] = []
    const { dialog } = await open({
      buyCredits: (_, options) => {
        keys.push(options?.idempotencyKey)
        return Promise.reject(new Unreachable('timeout'))
      },
    })
    await user.click(await dialog.findByRole('button', { name: 'Pay A$192.50' }))
    expect((await dialog.findByRole('alert')).textContent).toContain('never charged twice')
    await user.click(dialog.getByRole('button', { name: 'Pay A$192.50' }))
    await waitFor(() => expect(keys).toHaveLength(2))
    expect(keys[0]).toBe(keys[1])
  })
})
