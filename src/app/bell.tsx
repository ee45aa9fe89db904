import { useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { volatileAttributes } from '../lib/last-screen.ts'
import { progressStore } from '../shared/downloads/progress-store.ts'
import { unreadStore } from '../shared/notifications/unread-store.ts'
import { IconButton } from '../ui/button.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { useOpenedOnce } from '../ui/opened-once.ts'
import type { BellPanelProps } from './bell-panel.tsx'

const BellPanel = lazyComponent<BellPanelProps>(() =>
  import('./bell-panel.tsx').then((m) => m.BellPanel),
)

export const Bell = () => {
  const [open, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  const count = useSnapshot(progressStore).unseen + useSnapshot(unreadStore).unread
  const turn = (next: boolean): void => {
    setOpen(next)
    progressStore.unseen = 0
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
            {...volatileAttributes}
            className="tabular pointer-events-none absolute top-1 right-0.5 min-w-4.5 rounded-full bg-accent px-1 text-center text-12 leading-4.5 font-semibold text-accent-ink"
          >
            {count > 99 ? '99+' : count}
          </span>
        )}
      </span>
      {useOpenedOnce(open) && <BellPanel open={open} onOpenChange={turn} anchor={anchor} />}
    </>
  )
}
