import { useState } from 'react'
import { formatBytes } from '../../lib/bytes.ts'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Estimate } from './estimate.ts'

export const Space = ({
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
            used{quota !== null && ` of ${formatBytes(quota)} available`}, including the app
          </p>
          {share !== null && (
            <div
              role="meter"
              aria-label="Storage used"
              aria-valuemin={0}
              aria-valuemax={100}
              aria-valuenow={Math.round(share * 100)}
              className="mt-2 h-1.5 overflow-hidden rounded-full bg-line"
            >
              <div
                className={`h-full rounded-full ${share > 0.9 ? 'bg-danger' : 'bg-data'}`}
                style={{ width: `${Math.max(0.5, share * 100)}%` }}
              />
            </div>
          )}
        </div>
      )}
      <div className="flex items-start gap-2.5 text-14">
        <Icon name={state === 'persisted' ? 'check' : 'warning'} className="mt-0.5" />
        <div className="flex flex-1 flex-col items-start gap-2">
          <p>{sentences[state]}</p>
          {refused && state !== 'persisted' && (
            <Callout icon="warning" tone="warn">
              Your browser said no, so it may delete offline data when space runs low. Install
              Fieldbook on this device, then try again.
            </Callout>
          )}
          {state === 'may be cleared' && (
            <Button size="sm" onClick={() => void onAsk().then((agreed) => setRefused(!agreed))}>
              Protect offline data
            </Button>
          )}
        </div>
      </div>
    </Card>
  )
}

const sentences = {
  persisted: 'Your offline data is protected. It’s only deleted if you log out or remove it.',
  'may be cleared':
    'If this device runs low on storage, the browser may delete offline data, including changes not yet synced.',
  unknown: 'This browser doesn’t say whether it keeps offline data when storage runs low.',
} as const
