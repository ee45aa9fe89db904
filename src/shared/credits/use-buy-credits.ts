import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import type { AddonPlan, PaymentMethod } from '../../../contract/money/billing.ts'
import { useApi } from '../../lib/use-api.ts'
import { showToast } from '../../ui/toasts.tsx'
import { formatCredits } from './copy.ts'
import { refreshCredits } from './queries.ts'
import { creditsQuery } from '../queries.ts'
import { createCardFields, type CardFields } from './card-fields.ts'
import { purchaseFor, quoteCredits, type CreditsQuote } from './credits-quote.ts'
import { describePaymentError, paymentTimeoutMs } from '../billing/payment-errors.ts'
import { attemptPayment } from '../billing/attempt-payment.ts'
import { waitForCredits } from './wait-for-credits.ts'

type Order = { clientSecret: string; invoiceId: string; total: number; currency: string }

type Step =
  | { at: 'amount' }
  | { at: 'card'; order: Order; credits: number }
  | { at: 'waiting' }
  | { at: 'late' }

export type Purchase = {
  step: Step
  busy: boolean
  credits: number
  setCredits: (credits: number) => void
  /** What is sold, and the card that is charged, once they are known. */
  offer: (plan: AddonPlan, card: PaymentMethod | null) => void
  quote: (CreditsQuote & { currency: string }) | null
  card: PaymentMethod | null
  refusal: string | null
  /** By the bank: another card may help. */
  isDeclined: boolean
  cardFields: CardFields
  pay: () => void
  useOtherCard: () => void
  goBack: () => void
}

/** The steps of buying credits: how many, a card if there is none, and the wait until they arrive. */
export const useBuyCredits = ({
  orgId,
  short,
  onClose,
  onAdded,
}: {
  orgId: string
  short: number
  onClose: () => void
  onAdded?: () => void
}): Purchase => {
  const api = useApi()
  const client = useQueryClient()
  const [step, setStep] = useState<Step>({ at: 'amount' })
  const [credits, setCredits] = useState(() => purchaseFor(short))
  const [offered, setOffered] = useState<{ plan: AddonPlan; card: PaymentMethod | null } | null>(
    null,
  )
  const [declined, setDeclined] = useState<string | null>(null)
  const [cardFields] = useState(() => createCardFields())
  const offer = useCallback(
    (plan: AddonPlan, card: PaymentMethod | null) => setOffered({ plan, card }),
    [],
  )
  const quote = offered && quoteCredits(offered.plan, credits)

  /** How many bought credits there were before the first press: after a lost answer, those it paid for may be there already. */
  const before = useRef<number | null>(null)
  const readBefore = async (): Promise<number> => {
    const { parts } = await client.fetchQuery({ ...creditsQuery(api), staleTime: 0, retry: 2 })
    return (before.current ??= parts.addon)
  }

  /** Until the credits are there. */
  const arrive = async (count: number): Promise<void> => {
    const had = await readBefore()
    setStep({ at: 'waiting' })
    const hasArrived = await waitForCredits(client, api, had + count)
    refreshCredits(client, api)
    void client.invalidateQueries({ queryKey: ['invoices'] })
    void client.invalidateQueries({ queryKey: ['customer', 'payment-method'] })
    if (!hasArrived) return setStep({ at: 'late' })
    showToast({ title: `${formatCredits(count)} added` })
    onClose()
    onAdded?.()
  }

  const buy = useMutation({
    mutationFn: async (useCard: boolean) => {
      if (offered === null || quote === null) return
      const { plan } = offered
      const order = {
        orgId,
        totalCredits: credits,
        amount: quote.subtotal,
        pricePerCredit: quote.perCredit,
        priceId: plan.stripe_price_id,
        currency: plan.currency === 'NZD' ? ('NZD' as const) : ('AUD' as const),
        useCard,
      }
      await readBefore()
      const answer = await attemptPayment(JSON.stringify(order), (idempotencyKey) =>
        api.buyCredits(order, { idempotencyKey, timeoutMs: paymentTimeoutMs }),
      )
      const { status, clientSecret } = answer
      if (status === 'done' || clientSecret === null) return arrive(credits)
      if (status === 'action') {
        const refusal = await cardFields.confirmWithBank(clientSecret)
        if (refusal === null) return arrive(credits)
        setDeclined(refusal)
      } else if (status === 'declined')
        setDeclined(`${answer.reason ?? 'Your bank declined the card.'} Try another card.`)
      setStep({ at: 'card', credits, order: { ...answer, clientSecret } })
    },
  })
  const confirm = useMutation({
    mutationFn: async ({ order, credits: count }: { order: Order; credits: number }) => {
      setDeclined(null)
      const refusal = await cardFields.confirm(order.clientSecret)
      if (refusal === null) await arrive(count)
      else setDeclined(refusal)
    },
  })

  const start = (useCard: boolean): void => {
    setDeclined(null)
    buy.mutate(useCard)
  }
  const error = buy.error ?? confirm.error
  return {
    step,
    busy: buy.isPending || confirm.isPending,
    credits,
    setCredits,
    offer,
    quote: offered && quote && { ...quote, currency: offered.plan.currency },
    card: offered?.card ?? null,
    refusal: declined ?? (error && describePaymentError(error)),
    isDeclined: declined !== null,
    cardFields,
    pay: () => {
      if (step.at === 'card') confirm.mutate(step)
      else start(offered?.card !== null)
    },
    useOtherCard: () => start(false),
    goBack: () => {
      setDeclined(null)
      confirm.reset()
      setStep({ at: 'amount' })
    },
  }
}
