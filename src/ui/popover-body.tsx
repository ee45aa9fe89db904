import { Popover as Base } from '@base-ui/react/popover'
import { cx } from './cx.ts'
import { concernsAnchor } from './anchor.ts'
import type { PopoverProps } from './popover.tsx'

export const PopoverBody = ({
  open,
  onOpenChange,
  anchor,
  label,
  children,
  side = 'bottom',
  align = 'start',
  takesFocus = true,
  className,
}: PopoverProps) => (
  <Base.Root
    open={open}
    onOpenChange={(next, details) => {
      if (concernsAnchor(details, anchor)) details.cancel()
      else onOpenChange(next)
    }}
  >
    <Base.Portal>
      <Base.Positioner
        anchor={anchor}
        side={side}
        align={align}
        sideOffset={6}
        collisionPadding={8}
        className="z-50"
      >
        <Base.Popup
          aria-label={label}
          initialFocus={takesFocus}
          finalFocus={takesFocus ? anchor : false}
          className={cx(panelClass, className)}
        >
          {children}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
)

export const panelClass =
  'max-h-(--available-height) max-w-(--available-width) overflow-y-auto scroll-quiet rounded-md border border-line bg-card shadow-overlay outline-none transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0'
