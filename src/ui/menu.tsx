import { useId, useRef, useState, type ReactNode } from 'react'
import { Button, IconButton, type ButtonVariant } from './button.tsx'
import type { IconName } from './icon.tsx'
import { useOpenedOnce } from './opened-once.ts'
import { lazyComponent } from './lazy-component.tsx'
import { preload } from './preload.ts'

export type MenuItem = {
  /** Needed where two items share a label. */
  id?: string | undefined
  label: string
  icon?: IconName | undefined
  /** A second line, or a shortcut. */
  hint?: string | undefined
  onSelect?: (() => void) | undefined
  href?: string | undefined
  checked?: boolean | undefined
  danger?: boolean | undefined
  disabledReason?: string | undefined
}

export type MenuGroup = { heading?: string | undefined; items: readonly MenuItem[] }

export type MenuProps = {
  label: string
  groups: readonly MenuGroup[]
  icon?: IconName | undefined
  /** The text of the button; without it, the button is an icon with `label` as its name. */
  text?: ReactNode
  buttonContent?: ReactNode
  variant?: ButtonVariant | undefined
  size?: 'md' | 'sm' | undefined
  align?: 'start' | 'end' | undefined
  disabledReason?: string | undefined
  className?: string | undefined
}

const loadBody = () => import('./menu-body.tsx')
const Body = lazyComponent(() => loadBody().then((m) => m.MenuBody))

/** A button that opens a list of actions: arrows move, letters jump, Escape closes. */
export const Menu = ({
  label,
  groups,
  icon,
  text,
  buttonContent,
  variant,
  size,
  align = 'end',
  disabledReason,
  className,
}: MenuProps) => {
  const [open, setOpen] = useState(false)
  const [byKey, setByKey] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  const id = useId()
  const opened = useOpenedOnce(open)
  const press = {
    ref: anchor,
    id,
    className,
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    onClick: (event: { detail: number }) => {
      // A click by Enter or Space has a count of 0.
      setByKey(event.detail === 0)
      setOpen(!open)
    },
    onPointerEnter: () => preload(loadBody),
    onKeyDown: (event: { key: string; preventDefault: () => void }) => {
      if (event.key !== 'ArrowDown' || disabledReason !== undefined) return
      event.preventDefault()
      setByKey(true)
      setOpen(true)
    },
  } as const
  const trigger = { ...press, size, disabledReason }
  return (
    <>
      {buttonContent !== undefined ? (
        <button type="button" aria-label={label} {...press}>
          {buttonContent}
        </button>
      ) : text === undefined ? (
        <IconButton {...trigger} variant={variant ?? 'quiet'} icon={icon ?? 'more'} label={label} />
      ) : (
        <Button
          {...trigger}
          variant={variant}
          icon={icon}
          iconAfter="chevron-down"
          aria-label={label}
        >
          {text}
        </Button>
      )}
      {opened && (
        <Body
          open={open}
          onOpenChange={setOpen}
          anchor={anchor}
          labelledBy={id}
          groups={groups}
          align={align}
          toFirst={byKey}
        />
      )}
    </>
  )
}
