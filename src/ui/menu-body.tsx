import { Menu as Base } from '@base-ui/react/menu'
import { Fragment, useEffect, useRef, type RefObject } from 'react'
import { concernsAnchor } from './anchor.ts'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'
import type { MenuGroup, MenuItem } from './menu.tsx'
import { panelClass } from './popover-body.tsx'

export const MenuBody = ({
  open,
  onOpenChange,
  anchor,
  labelledBy,
  groups,
  align,
  toFirst,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  anchor: RefObject<HTMLElement | null>
  labelledBy: string
  groups: readonly MenuGroup[]
  align: 'start' | 'end'
  /** Opened by keyboard: the first item takes the focus. */
  toFirst: boolean
}) => {
  const popup = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!open || !toFirst) return undefined
    // Base UI focuses the popup a frame after it opens; this must come later.
    const timer = setTimeout(() => {
      const first = popup.current?.querySelector('[role^="menuitem"]')
      if (first instanceof HTMLElement) first.focus()
    }, 50)
    return () => clearTimeout(timer)
  }, [open, toFirst])
  return (
    <Base.Root
      modal={false}
      open={open}
      onOpenChange={(next, details) => {
        if (concernsAnchor(details, anchor)) details.cancel()
        else onOpenChange(next)
      }}
    >
      <Base.Portal>
        <Base.Positioner
          anchor={anchor}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="z-50"
        >
          <Base.Popup
            ref={popup}
            aria-labelledby={labelledBy}
            // Where an item opened a dialog, its field has the focus already.
            finalFocus={() => {
              const { activeElement, body } = document
              return activeElement === body || popup.current?.contains(activeElement) === true
                ? anchor.current
                : false
            }}
            className={cx(
              panelClass,
              'w-max max-w-[min(20rem,var(--available-width))] min-w-52 p-1',
            )}
          >
            {groups.map((group, index) => (
              <Fragment key={group.heading ?? index}>
                {index > 0 && <Base.Separator className="mx-1 my-1 h-px bg-line" />}
                <Base.Group>
                  {group.heading !== undefined && (
                    <Base.GroupLabel className="wrap-anywhere px-2.5 pt-2 pb-1 text-12 font-medium text-ink-faint">
                      {group.heading}
                    </Base.GroupLabel>
                  )}
                  {group.items.map((item) => (
                    <Item key={item.id ?? item.label} item={item} />
                  ))}
                </Base.Group>
              </Fragment>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

const Item = ({ item }: { item: MenuItem }) => {
  const { checked, href, onSelect, disabledReason } = item
  const className = cx(
    'flex min-h-control cursor-pointer items-center gap-3 rounded-sm px-2.5 text-14 outline-none select-none data-disabled:cursor-not-allowed data-disabled:opacity-55 data-highlighted:bg-sunken',
    item.danger === true && 'text-danger',
  )
  const shared = { className, label: item.label, disabled: disabledReason !== undefined }
  const content = (
    <>
      {item.icon && <Icon name={item.icon} size={18} className="text-ink-faint" />}
      <span className="min-w-0 flex-1 py-1.5 wrap-anywhere">
        {item.label}
        {(disabledReason ?? item.hint) !== undefined && (
          <span className="block text-12 text-ink-faint">{disabledReason ?? item.hint}</span>
        )}
      </span>
    </>
  )
  if (checked !== undefined)
    return (
      <Base.CheckboxItem {...shared} checked={checked} onCheckedChange={() => onSelect?.()}>
        {content}
        <Base.CheckboxItemIndicator>
          <Icon name="check" size={16} className="text-accent" />
        </Base.CheckboxItemIndicator>
      </Base.CheckboxItem>
    )
  if (href !== undefined)
    return (
      <Base.LinkItem
        className={className}
        label={item.label}
        href={href}
        onClick={() => onSelect?.()}
      >
        {content}
      </Base.LinkItem>
    )
  return (
    <Base.Item {...shared} onClick={() => onSelect?.()}>
      {content}
    </Base.Item>
  )
}
