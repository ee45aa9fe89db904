import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { links } from '../../contract/links.ts'
import { useIdentity } from '../session/use-identity.ts'
import { formatNumber } from '../lib/format.ts'
import { customerInfoQuery, subscriptionQuery } from '../shared/queries.ts'
import { useApi } from '../lib/use-api.ts'
import { cx } from '../ui/cx.ts'
import { tooltip } from '../ui/tooltip.tsx'

/** With a ring for the share of the period. The label shows if it fits, or if `spelt`. */
export const CreditsMeter = ({
  spelt = false,
  onClick,
}: {
  spelt?: boolean
  onClick?: () => void
}) => {
  const api = useApi()
  const { orgId } = useIdentity()
  // The shell fetches it after the first screen.
  const info = useQuery({ ...customerInfoQuery(api), enabled: false }).data
  const subscription = useQuery({
    ...subscriptionQuery(api, orgId ?? ''),
    enabled: orgId !== null,
  }).data
  if (info === undefined) return <span className="w-20" />
  const { credits } = info
  // Without a credit account nothing is shown, not a zero.
  if (credits === null) return null
  const left = credits.balance - credits.reserved
  const all = subscription?.metadata?.credits ?? left
  const share = all > 0 ? Math.min(Math.max(left / all, 0), 1) : 0
  const label = `${formatNumber(left)} credits left${credits.reserved > 0 ? `, ${formatNumber(credits.reserved)} reserved` : ''}`
  return (
    <Link
      href={links.credits()}
      onClick={onClick}
      aria-label={`${label}. See credits`}
      {...tooltip(label)}
      className="inline-flex h-control items-center gap-2 rounded-sm px-1.5 text-13 text-ink-soft hover:bg-sunken hover:text-ink"
    >
      <Ring share={share} low={share < 0.2} />
      <span aria-hidden className="tabular font-medium">
        {formatNumber(left)}{' '}
        <span className={cx('font-normal text-ink-faint', !spelt && 'max-xl:hidden')}>credits</span>
      </span>
    </Link>
  )
}

const around = 2 * Math.PI * 7

const Ring = ({ share, low }: { share: number; low: boolean }) => (
  <svg viewBox="0 0 18 18" width={18} height={18} fill="none" strokeWidth={3} aria-hidden>
    <circle cx={9} cy={9} r={7} className="stroke-line" />
    <circle
      cx={9}
      cy={9}
      r={7}
      className={low ? 'stroke-warn' : 'stroke-data'}
      strokeDasharray={`${share * around} ${around}`}
      transform="rotate(-90 9 9)"
    />
  </svg>
)
