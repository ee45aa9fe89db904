import { formatBytes } from '../../lib/bytes.ts'
import { formatNumber } from '../../lib/format.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { volatileAttributes } from '../../lib/last-screen.ts'
import type { Pin } from '../../offline/rows.ts'
import { PinAge } from '../../ui/pin-age.tsx'
import { Progress } from '../../ui/progress.tsx'

/** The state of an offline copy: progress, then age and size, or the problem. */
export const PinState = ({
  pin,
  refusal,
  name,
}: {
  pin: Pin
  refusal: string | null
  name: string
}) => {
  const offline = useOffline()
  const whole = pin.fetchedAt > 0
  return (
    <span {...volatileAttributes} className="flex min-w-0 flex-col gap-1">
      {whole && (
        <span className="flex flex-wrap items-center gap-1.5">
          <PinAge fetchedAt={pin.fetchedAt} />
          <span className="tabular text-12 text-ink-faint">{formatBytes(pin.bytes)}</span>
        </span>
      )}
      {pin.state !== 'ready' && refusal === null && (
        <>
          <Progress done={pin.done} total={pin.total} label={`Downloading ${name}`} />
          <span className="tabular text-12 text-ink-soft">
            {pin.total === 0
              ? offline
                ? 'Starts when you’re online'
                : 'Starting'
              : `${formatNumber(pin.done)} of ${formatNumber(Math.min(pin.total, maxPinned))}${offline ? ', will resume' : ''}`}
          </span>
        </>
      )}
      {refusal !== null && <span className="text-12 text-danger">{refusal}</span>}
    </span>
  )
}

/** The most records of an offline copy (product 2.13). */
export const maxPinned = 5_000
