import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Estimate } from '../../../contract/money/credits.ts'
import type { Act } from '../../../contract/org/members.ts'
import { useOffline } from '../../lib/contact.ts'
import { affordable } from './affordable.ts'
import { useWhyNot } from './may-spend.ts'
import { changedWords, refusalWords } from './refusals.ts'
import { formatCredits } from './words.ts'

/** An act that costs credits. */
export type Priced = {
  act: Act
  /** What is kept of its price, by the records it is about. */
  key: readonly unknown[]
  /** Asks for the price of all its records (null), or of the first so many. */
  ask: (first: number | null, signal?: AbortSignal) => Promise<Estimate>
  /** Whether it can be done for the first so many alone. */
  canBeCut: boolean
  /** Carries it out for at most `agreed` credits, for the first so many or for all. Rejects with what the server answered. */
  onAgree: (agreed: number, first: number | null) => Promise<unknown>
  /** It is being asked: the price is fetched. */
  open: boolean
  /** Why it was not done when it was tried before. */
  trouble?: unknown
}

/** How far paying for something is, and what one can do. */
export type Paying = {
  /** Undefined while it is not known. */
  estimate: Estimate | undefined
  /** The price could not be asked for. */
  failed: boolean
  askAgain: () => void
  /** So many from the top, where not all could be afforded. */
  first: number | null
  /** Why it was not done when it was asked for, in words. */
  refusal: string | null
  /** What is missing to pay it, in words. */
  lacks: string | null
  /** Why it cannot be agreed to now; undefined where it can. */
  stopped: string | undefined
  busy: boolean
  agree: () => void
  /** Goes down to what can be afforded; null where there is no need or no way. */
  cutDown: (() => void) | null
  /** Agrees although it cannot be paid yet; null where it can, or where one may not. */
  anyway: (() => void) | null
}

/** Asks for the price of an act, agrees to exactly what is shown, and asks again where it has changed. */
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
    // What was asked on the way down to what can be afforded is shown at once.
    gcTime: 10_000,
  })
  const told = useQuery({ ...query(first), enabled: open && !offline })
  const estimate = told.data

  const doing = async (work: () => Promise<void>): Promise<void> => {
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
    doing(async () => {
      setAgreedTo(now.chargeable)
      await onAgree(now.chargeable, first)
    })
  const cutDown = (now: Estimate): Promise<void> =>
    doing(async () => {
      const asked = { total: now.total, cost: now.chargeable, budget: budgetOf(now) }
      const count = await affordable(asked, async (many) => {
        const part = await client.fetchQuery(query(many))
        return part.chargeable
      })
      if (count > 0) setFirst(count)
    })

  const lacks = estimate === undefined ? null : lackOf(estimate)
  const changed =
    estimate !== undefined && agreedTo !== null && trouble !== null && !told.isFetching
      ? changedWords(trouble, agreedTo, estimate.chargeable)
      : null
  const known = estimate === undefined ? 'We don’t have the price yet.' : undefined
  const payable = estimate !== undefined && budgetOf(estimate) > 0 && estimate.total > 1
  return {
    estimate,
    failed: estimate === undefined && told.error !== null,
    askAgain: () => void told.refetch(),
    first,
    refusal: changed ?? refusalWords(trouble),
    lacks,
    stopped: whyNot ?? lacks ?? known,
    busy: busy || (told.isFetching && estimate !== undefined),
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

/** What is missing to pay it, in words; null where nothing is. */
const lackOf = ({ after, balance, capLeft, chargeable }: Estimate): string | null => {
  const needed = `${formatCredits(chargeable)} needed`
  if (after < 0) return `${needed}, ${formatCredits(Math.max(0, balance))} available.`
  if (capLeft !== null && chargeable > capLeft)
    return `${needed}, ${formatCredits(Math.max(0, capLeft))} left of the personal limit this period.`
  return null
}
