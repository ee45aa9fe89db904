import { useId, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Category, RecordView } from '../../../contract/records/records.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { tooltip } from '../../ui/tooltip.tsx'
import { useOffline } from '../../lib/connectivity.ts'
import { formatNumber } from '../../lib/format.ts'
import { log } from '../../lib/log.ts'
import { isListed } from '../do-not-call/do-not-call.ts'
import { customerInfoQuery } from '../queries.ts'
import { askToUnlock, type ToUnlock } from '../unlocks/unlock-store.ts'
import { useApi } from '../../lib/use-api.ts'
import { useWhyNot } from './may-spend.ts'
import { needsConnection } from './needs-connection.ts'
import { useUnlock } from './unlock.ts'
import { useOffered } from './use-offered.ts'
import { formatCredits } from './copy.ts'

/** Asks no question: the button names the price. If the server refuses the price, the price dialog explains and asks. */
export const RevealButton = ({
  category,
  record,
  size,
  ofColumn = false,
}: {
  category: Category
  record: RecordView
  size?: 'md' | 'sm' | undefined
  /** In a column that names what comes, the button names the price only. */
  ofColumn?: boolean | undefined
}) => {
  const offline = useOffline()
  const whyNot = useWhyNot('reveal')
  const left = useLeft()
  const unlock = useUnlock()
  const [busy, setBusy] = useState(false)
  const costs = useId()
  const reveal = async (): Promise<void> => {
    const what: ToUnlock = {
      category,
      source: { kind: 'ids', ids: [record.id] },
      name: record.name,
    }
    setBusy(true)
    try {
      const { charged, unlocked } = await unlock(category, [record.id], 1)
      // The record was left out, or has nothing to show: the price dialog says why.
      if (unlocked === 0) askToUnlock(what)
      else
        showToast({
          title:
            charged === 0 ? 'Revealed, nothing charged' : `Revealed, ${formatCredits(charged)}`,
        })
    } catch (trouble) {
      log.error('A record could not be unlocked', trouble)
      askToUnlock({ ...what, trouble })
    }
    setBusy(false)
  }
  const rest = left === null ? '' : `, leaving ${formatNumber(Math.max(0, left - 1))}`
  const offered = useOffered(record)
  const caution = 'position' in record && isListed(record) ? ' On the Do Not Call Register.' : ''
  const cost = `Shows ${joinList(offered)}.${caution} Costs 1 credit${rest}`
  const disabledReason = offline ? needsConnection : whyNot
  const details = shortNames(offered)
  const label = ofColumn ? 'Reveal · 1 credit' : `Reveal ${details} · 1 credit`
  if (offered.length === 0)
    return (
      <span className="text-13 text-ink-soft">
        {ofColumn ? 'Do not call' : 'No email to reveal'}
      </span>
    )
  return (
    <>
      <Button
        size={size}
        variant={size === 'sm' ? 'quiet' : 'plain'}
        className={size === 'sm' ? '-mx-2.5 text-accent-strong!' : undefined}
        icon={size === 'sm' ? undefined : 'unlock'}
        busy={busy}
        disabledReason={disabledReason}
        aria-label={
          ofColumn ? `${label}: ${details} of ${record.name}` : `${label}: ${record.name}`
        }
        {...(disabledReason === undefined && { ...tooltip(cost), 'aria-describedby': costs })}
        onClick={() => void reveal()}
      >
        {label}
      </Button>
      <span id={costs} hidden>
        {cost}
      </span>
    </>
  )
}

/** The details in two or three words: 'email + mobile', '4 details'; the tooltip names each. */
const shortNames = (details: readonly string[]): string =>
  details.length > 2
    ? `${details.length} details`
    : details.map((detail) => (detail === 'work email' ? 'email' : detail)).join(' + ')

const joinList = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1) ?? ''}`

/** The credits that the user can spend; null while unknown. */
const useLeft = (): number | null => {
  // The shell fetches it after the first screen.
  const credits = useQuery({ ...customerInfoQuery(useApi()), enabled: false }).data?.credits
  return credits ? credits.balance - credits.reserved : null
}
