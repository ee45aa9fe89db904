import { describeError } from '../../lib/describe-error.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { adviceOn } from '../../shared/offline/read-failure.ts'
import type { StorageErrorKind } from '../../offline/storage-error.ts'
import { AsOf } from '../../ui/as-of.tsx'
import { cx } from '../../ui/cx.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Unread } from './use-saved-rows.ts'

export const onlyRead = 'This device can’t save changes right now.'

const change = (trouble: StorageErrorKind): string =>
  `To change lists or use them offline, ${adviceOn(trouble)}.`

/** Says that the server's data is read-only here, and its age while offline. */
export const FromServer = ({
  unread: { trouble, at },
  className,
}: {
  unread: Unread
  className: string
}) => {
  const offline = useOffline()
  return (
    <p
      className={cx(
        'flex items-start gap-3 rounded-md border border-line bg-sunken px-4 py-3 text-14 text-ink-soft',
        className,
      )}
    >
      <Icon name="info" size={18} className="mt-px shrink-0" />
      <span>
        Loaded online
        {offline && (
          <>
            , <AsOf at={at} />
          </>
        )}
        . You can view lists here, but not change them. {change(trouble)}
      </span>
    </p>
  )
}

/** Neither the device nor the server can read the lists. */
export const NeitherRead = ({ unread: { trouble, error, retry } }: { unread: Unread }) => {
  const offline = useOffline()
  if (offline)
    return (
      <ErrorState title="You need a connection to see your lists">
        This device can’t store them right now. They’ll load when you’re back online.{' '}
        {change(trouble)}
      </ErrorState>
    )
  const { reference } = describeError(error)
  return (
    <ErrorState title="We couldn’t load your lists" onRetry={retry} reference={reference}>
      This device can’t store them right now, and we couldn’t load them online. Your lists are safe.
    </ErrorState>
  )
}
