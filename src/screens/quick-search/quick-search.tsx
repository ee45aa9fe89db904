import { useRef } from 'react'
import { useLayout } from '../../lib/use-media.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import type { Destination } from './own-lines.ts'
import { QuickSearchBox } from './quick-search-box.tsx'

export const QuickSearch = ({
  open,
  start = '',
  onOpenChange,
  destinations: places = nowhere,
}: {
  open: boolean
  /** The first term. */
  start?: string
  onOpenChange: (open: boolean) => void
  destinations?: readonly Destination[]
}) => {
  const field = useRef<HTMLInputElement>(null)
  const box = (
    <QuickSearchBox
      key={start}
      field={field}
      start={start}
      destinations={places}
      onDone={() => onOpenChange(false)}
    />
  )
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

const nowhere: readonly Destination[] = []
