import { useRef } from 'react'
import { useLayout } from '../../lib/use-media.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import type { Place } from './own-lines.ts'
import { QuickSearchBox } from './quick-search-box.tsx'

/** Quick search over the page, for records, what is one's own, places and actions: near the top of a wide window, over the whole of a phone. */
export const QuickSearch = ({
  open,
  onOpenChange,
  places = nowhere,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The screens one may enter. */
  places?: readonly Place[]
}) => {
  const field = useRef<HTMLInputElement>(null)
  const box = <QuickSearchBox field={field} places={places} onDone={() => onOpenChange(false)} />
  return useLayout() === 'phone' ? (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title="Find a company or person"
      side="full"
      initialFocus={field}
    >
      <div className="px-4 pt-2">{box}</div>
    </Sheet>
  ) : (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Find a company or person"
      titleHidden
      position="top"
      initialFocus={field}
    >
      <div className="pt-3">{box}</div>
    </Dialog>
  )
}

const nowhere: readonly Place[] = []
