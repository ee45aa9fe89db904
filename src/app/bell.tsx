import { useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { ofNow } from '../lib/last-screen.ts'
import { noticesTold } from '../shared/notifications/unread-store.ts'
import { requestsTold } from '../shared/downloads/progress-store.ts'
import { IconButton } from '../ui/button.tsx'
import { useOpenedOnce } from '../ui/opened-once.ts'
import { part } from '../ui/part.tsx'

const Body = part(() => import('./bell-body.tsx').then((m) => m.BellBody))

/** The bell, and how much is new: notices of agents, and one's own requests that ended while the app was open. */
export const Bell = () => {
  const [open, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  const count = useSnapshot(requestsTold).unseen + useSnapshot(noticesTold).unread
  const turn = (next: boolean): void => {
    setOpen(next)
    requestsTold.unseen = 0
  }
  return (
    <>
      <span className="relative inline-flex">
        <IconButton
          ref={anchor}
          icon="bell"
          label={count === 0 ? 'Notifications' : `Notifications, ${count} new`}
          aria-haspopup="dialog"
          aria-expanded={open}
          onClick={() => turn(!open)}
        />
        {count > 0 && (
          <span
            aria-hidden
            {...ofNow}
            className="tabular pointer-events-none absolute top-1 right-0.5 min-w-4.5 rounded-full bg-accent px-1 text-center text-12 leading-4.5 font-semibold text-accent-ink"
          >
            {count > 99 ? '99+' : count}
          </span>
        )}
      </span>
      {useOpenedOnce(open) && <Body open={open} onOpenChange={turn} anchor={anchor} />}
    </>
  )
}
