import type { ProviderSubscription } from './provider-state.ts'

/** The best first. Others were never paid, and open nothing. */
const ranks = ['active', 'trialing', 'past_due', 'unpaid', 'paused']

/** Of all that the provider has of a customer, the one that counts; `others` are live and paid too, which an operator has to end. */
export type Chosen = { subscription: ProviderSubscription; others: ProviderSubscription[] }

/** Live before ended; of equals the oldest, and of ended ones the last. Null if there is none that was ever paid. */
export const chooseSubscription = (all: readonly ProviderSubscription[]): Chosen | null => {
  const rankOf = ({ status }: ProviderSubscription): number => ranks.indexOf(status)
  const [best, ...others] = all
    .filter((each) => rankOf(each) >= 0)
    .toSorted((a, b) => rankOf(a) - rankOf(b) || a.created - b.created || (a.id < b.id ? -1 : 1))
  if (best) return { subscription: best, others }
  const ended = all
    .filter(({ status }) => status === 'canceled')
    .toSorted((a, b) => (a.ended_at ?? a.created) - (b.ended_at ?? b.created))
    .at(-1)
  return ended ? { subscription: ended, others: [] } : null
}
