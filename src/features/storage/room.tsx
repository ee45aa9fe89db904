import { useState } from 'react'
import { formatBytes } from '../../lib/bytes.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Estimate } from './estimate.ts'

/** How much room there is, and whether the browser keeps what is in it. */
export const Room = ({
  estimate,
  onAsk,
}: {
  estimate: Estimate | undefined
  onAsk: () => Promise<boolean>
}) => {
  const [refused, setRefused] = useState(false)
  if (estimate === undefined) return null
  const { usage, quota, state } = estimate
  const share = usage === null || quota === null || quota === 0 ? null : Math.min(1, usage / quota)
  return (
    <Card className="flex flex-col gap-4">
      {usage !== null && (
        <div>
          <p className="tabular text-20 font-semibold">{formatBytes(usage)}</p>
          <p className="text-14 text-ink-soft">
            used in all, with the app itself
            {quota !== null && `; the browser lets it grow to ${formatBytes(quota)}`}
          </p>
          {share !== null && (
            <div
              role="meter"
              aria-label="Room used"
              aria-valuemin={0}
              aria-valuemax={100}
              aria-valuenow={Math.round(share * 100)}
              className="mt-2 h-1.5 overflow-hidden rounded-full bg-line"
            >
              <div
                className={`h-full rounded-full ${share > 0.9 ? 'bg-danger' : 'bg-accent'}`}
                style={{ width: `${Math.max(0.5, share * 100)}%` }}
              />
            </div>
          )}
        </div>
      )}
      <div className="flex items-start gap-2.5 text-14">
        <Icon name={state === 'kept' ? 'check' : 'info'} className="mt-0.5" />
        <div className="flex flex-1 flex-col items-start gap-2">
          <p>{sentences[state]}</p>
          {refused && state !== 'kept' && (
            <p role="status" className="text-ink-soft">
              The browser did not agree this time. It is more likely to once Fieldbook is installed
              or you have used it for a while.
            </p>
          )}
          {state === 'may be cleared' && (
            <Button size="sm" onClick={() => void onAsk().then((agreed) => setRefused(!agreed))}>
              Ask the browser to keep it
            </Button>
          )}
        </div>
      </div>
    </Card>
  )
}

const sentences = {
  kept: 'The browser keeps this safe: it is cleared only when you sign out or clear it yourself.',
  'may be cleared':
    'When the device runs low on room, the browser may clear what is kept here. Changes you have not sent would go too.',
  unknown: 'This browser does not say whether it keeps this when the device runs low on room.',
} as const
