import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { Credits } from '../../contract/money/credits.ts'
import { links } from '../../contract/links.ts'
import { formatDay, formatNumber } from '../lib/format.ts'
import { creditsQuery } from '../shared/queries.ts'
import { useApi } from '../lib/use-api.ts'
import { DismissibleStrip, useDismissed } from './dismissible-strip.tsx'

/** Says once per period that 80% or 100% of its credits are used; dismissing hides it for that threshold. */
export const CreditThresholdBanner = () => {
  const credits = useQuery(creditsQuery(useApi())).data
  const threshold = credits === undefined ? null : thresholdOf(credits)
  const [isDismissed, dismiss] = useDismissed('credits-heard', threshold)
  if (threshold === null || credits === undefined || isDismissed) return null
  return (
    <DismissibleStrip icon="credit" onDismiss={dismiss}>
      {describeCredits(credits)}{' '}
      <Link href={links.credits()} className="font-medium underline">
        See credits
      </Link>
    </DismissibleStrip>
  )
}

/** The key of the threshold and period to announce; null if there is none. */
const thresholdOf = ({ notice, period }: Credits): string | null =>
  notice === null || period === null ? null : `${period.end} ${notice}`

const describeCredits = ({ notice, period, balance, reserved }: Credits): string => {
  const left = `${formatNumber(balance - reserved)} left`
  const next = period === null ? '' : ` This period ends ${formatDay(period.end)}.`
  if (balance - reserved <= 0)
    return `You’ve used ${reserved > 0 ? 'or reserved ' : ''}all your credits.${next}`
  return notice === '100'
    ? `You’ve used this period’s credits. ${left} from rollover and add-ons.${next}`
    : `You’ve used 80% of this period’s credits. ${left}.${next}`
}
