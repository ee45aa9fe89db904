import { useOffline } from '../lib/contact.ts'
import { Icon } from '../ui/icon.tsx'
import { tooltip } from '../ui/tooltip.tsx'

/** Whether the server is reached: a quiet dot while it is, words while it is not. */
export const SyncState = () => {
  const offline = useOffline()
  const words = offline
    ? 'Offline: the server cannot be reached. What you see may not be the newest.'
    : 'Connected'
  return (
    <span role="status" {...tooltip(words)} className="inline-flex h-control items-center">
      {offline ? (
        <span className="inline-flex h-7 items-center gap-1.5 rounded-full bg-warn-soft px-2.5 text-12 font-medium text-warn">
          <Icon name="offline" size={15} />
          Offline
        </span>
      ) : (
        <span className="grid w-6 place-items-center">
          <span className="size-2 rounded-full bg-accent" />
          <span className="sr-only">Connected</span>
        </span>
      )}
    </span>
  )
}
