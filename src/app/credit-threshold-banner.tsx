import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import type { Credits } from '../../contract/money/credits.ts'
import { links } from '../../contract/links.ts'
import { useIdentity } from '../session/use-identity.ts'
import { formatDay, formatNumber } from '../lib/format.ts'
import { creditsQuery } from '../shared/queries.ts'
import { readStored, writeStored } from '../lib/storage.ts'
import { useApi } from '../lib/use-api.ts'
import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

/** Says once per period that 80% or 100% of its credits are used; dismissing hides it for that threshold. */
export const CreditThresholdBanner = () => {
  const { userId, orgId } = useIdentity()
  const credits = useQuery(creditsQuery(useApi())).data
  const key = `fieldbook.credits-heard.${userId ?? ''}.${orgId ?? ''}`
  const [dismissed, setDismissed] = useState(() => readStored(key))
  const what = credits === undefined ? null : thresholdOf(credits)
  if (what === null || credits === undefined || what === dismissed) return null
  return (
    <div role="status" className="safe-x border-b border-line bg-warn-soft text-14 text-warn">
      <div className="flex items-center gap-x-3 py-1 pr-2 pl-4">
        <Icon name="credit" size={18} className="shrink-0" />
        <p className="min-w-0 flex-1 py-1.5">
          {describeCredits(credits)}{' '}
          <Link href={links.credits()} className="font-medium underline">
            See credits
          </Link>
        </p>
        <IconButton
          icon="close"
          size="sm"
          label="Dismiss"
          onClick={() => {
            writeStored(key, what)
            setDismissed(what)
          }}
        />
      </div>
    </div>
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
