import { ApiProblem } from '../../lib/api-errors.ts'
import { useOffline } from '../../lib/contact.ts'
import { adviceOn } from '../../lib/unread.ts'
import type { TroubleKind } from '../../local/trouble.ts'
import { AsOf } from '../../ui/as-of.tsx'
import { cx } from '../../ui/cx.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Unread } from './use-saved-rows.ts'

/** Why what asks for a change is not offered. */
export const onlyRead = 'This device cannot keep changes now.'

const change = (trouble: TroubleKind): string =>
  `To change lists or have them offline, ${adviceOn(trouble)}.`

/** Says over what the server told that it is to be read only, and until when it held where there is no connection. */
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
        Read from the server
        {offline && (
          <>
            , <AsOf at={at} />
          </>
        )}
        . Lists can be read here, not changed. {change(trouble)}
      </span>
    </p>
  )
}

/** Lists can be read neither here nor from the server. */
export const NeitherRead = ({ unread: { trouble, error, retry } }: { unread: Unread }) => {
  const offline = useOffline()
  if (offline)
    return (
      <ErrorState title="Your lists cannot be read without a connection">
        This device cannot hold them now, so they are only on the server. They are shown once the
        connection is back. {change(trouble)}
      </ErrorState>
    )
  const reference = error instanceof ApiProblem ? (error.requestId ?? undefined) : undefined
  return (
    <ErrorState title="Your lists could not be read" onRetry={retry} reference={reference}>
      This device cannot hold them now, and the server did not tell them. Nothing was changed.
    </ErrorState>
  )
}
