import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Estimate } from '../../../contract/money/credits.ts'
import type { Act } from '../../../contract/org/members.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { findAffordable } from './find-affordable.ts'
import { useWhyNot } from './may-spend.ts'
import { describePriceChange, describeRefusal } from './refusals.ts'
import { formatCredits } from './copy.ts'

export type Priced = {
  act: Act
  /** Identifies the priced records in the query key. */
  key: readonly unknown[]
  /** Requests the price of all records (null), or of the first `first`. */
  ask: (first: number | null, signal?: AbortSignal) => Promise<Estimate>
  canBeCut: boolean
  /** Runs the act for at most `agreed` credits, for the first records or for all. Rejects with the server's answer. */
  onAgree: (agreed: number, first: number | null) => Promise<unknown>
  open: boolean
  trouble?: unknown
}

export type Paying = {
  estimate: Estimate | undefined
  failed: boolean
  askAgain: () => void
  /** The number of first records, if the credits do not cover all. */
  first: number | null
  refusal: string | null
  lacks: string | null
  /** How many credits the organisation is short of; 0 if they suffice. */
  short: number
  /** Goes on once credits were added, unless the price has gone up meanwhile. */
  carryOn: () => void
  /** Why the user cannot agree now; undefined if they can. */
  stopped: string | undefined
  busy: boolean
  agree: () => void
  /** Reduces the act to the records that the credits cover; null if not needed or impossible. */
  cutDown: (() => void) | null
  /** Agrees although credits are missing; null if they suffice, or if the user may not. */
  anyway: (() => void) | null
}

/** Fetches the price of an act, agrees to exactly the shown price, and asks again after a price change. */
export const usePaying = ({
  act,
  key,
  ask,
  canBeCut,
  onAgree,
  open,
  trouble: before = null,
}: Priced): Paying => {
  const client = useQueryClient()
  const offline = useOffline()
  const whyNot = useWhyNot(act)
  const [first, setFirst] = useState<number | null>(null)
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<unknown>(before)
  const [agreedTo, setAgreedTo] = useState<number | null>(null)
  const query = (count: number | null) => ({
    queryKey: ['estimate', ...key, count],
    queryFn: ({ signal }: { signal: AbortSignal }) => ask(count, signal),
    staleTime: 0,
    // Prices that `cutDown` fetched show at once.
    gcTime: 10_000,
  })
  const result = useQuery({ ...query(first), enabled: open && !offline })
  const estimate = result.data

  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    setTrouble(null)
    try {
      await work()
    } catch (failure) {
      setTrouble(failure)
      await client.invalidateQueries({ queryKey: query(first).queryKey })
    }
    setBusy(false)
  }
  const agree = (now: Estimate): Promise<void> =>
    run(async () => {
      setAgreedTo(now.chargeable)
      await onAgree(now.chargeable, first)
    })
  const cutDown = (now: Estimate): Promise<void> =>
    run(async () => {
      const request = { total: now.total, cost: now.chargeable, budget: budgetOf(now) }
      const count = await findAffordable(request, async (many) => {
        const part = await client.fetchQuery(query(many))
        return part.chargeable
      })
      if (count > 0) setFirst(count)
    })

  const carryOn = async (now: Estimate): Promise<void> => {
    const { data: fresh } = await result.refetch()
    if (fresh !== undefined && fresh.chargeable <= now.chargeable && lackOf(fresh) === null)
      await agree(fresh)
  }

  const lacks = estimate === undefined ? null : lackOf(estimate)
  const changed =
    estimate !== undefined && agreedTo !== null && trouble !== null && !result.isFetching
      ? describePriceChange(trouble, agreedTo, estimate.chargeable)
      : null
  const known = estimate === undefined ? 'We don’t have the price yet.' : undefined
  const payable = estimate !== undefined && budgetOf(estimate) > 0 && estimate.total > 1
  return {
    estimate,
    failed: estimate === undefined && result.error !== null,
    askAgain: () => void result.refetch(),
    first,
    refusal: changed ?? describeRefusal(trouble),
    lacks,
    short: estimate === undefined ? 0 : Math.max(0, -estimate.after),
    carryOn: () => {
      if (estimate !== undefined) void carryOn(estimate)
    },
    stopped: whyNot ?? lacks ?? known,
    busy: busy || (result.isFetching && estimate !== undefined),
    agree: () => {
      if (estimate !== undefined) void agree(estimate)
    },
    anyway:
      estimate !== undefined && estimate.after < 0 && whyNot === undefined
        ? () => void agree(estimate)
        : null,
    cutDown: canBeCut && lacks !== null && payable ? () => void cutDown(estimate) : null,
  }
}

const budgetOf = ({ balance, capLeft }: Estimate): number =>
  Math.max(0, capLeft === null ? balance : Math.min(balance, capLeft))

const lackOf = ({ after, balance, capLeft, chargeable }: Estimate): string | null => {
  const needed = `${formatCredits(chargeable)} needed`
  if (after < 0) return `${needed}, ${formatCredits(Math.max(0, balance))} available.`
  if (capLeft !== null && chargeable > capLeft)
    return `${needed}, ${formatCredits(Math.max(0, capLeft))} left of the personal limit this period.`
  return null
}
