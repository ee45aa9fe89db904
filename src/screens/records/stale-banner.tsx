import { useOffline } from '../../lib/connectivity.ts'
import { AsOf } from '../../ui/as-of.tsx'
import { Icon } from '../../ui/icon.tsx'

export const StaleBanner = ({
  at,
  failed,
  onRetry,
}: {
  at: number
  failed: boolean
  onRetry: () => void
}) => {
  const offline = useOffline()
  return (
    <p
      role="status"
      className="flex flex-wrap items-center gap-x-2 rounded-sm bg-sunken px-3 py-1.5 text-13 text-ink-soft"
    >
      <Icon name={offline ? 'offline' : failed ? 'warning' : 'clock'} size={16} />
      <span>
        {offline ? 'Offline.' : failed ? 'We couldn’t refresh this.' : 'Still loading.'} Saved copy,{' '}
        <AsOf at={at} className="font-medium text-ink" />.
      </span>
      {!offline && (
        <button
          type="button"
          onClick={onRetry}
          className="min-h-control font-medium text-accent-strong hover:underline pointer-fine:min-h-0"
        >
          Try again
        </button>
      )}
    </p>
  )
}
