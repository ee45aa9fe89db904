import { useId, type ButtonHTMLAttributes, type MouseEvent, type ReactNode, type Ref } from 'react'
import { cx } from './cx.ts'
import { Icon, type IconName } from './icon.tsx'
import { Spinner } from './spinner.tsx'
import { tooltip } from './tooltip.tsx'

export type ButtonVariant = 'primary' | 'plain' | 'quiet' | 'danger'

type Common = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled' | 'className'> & {
  variant?: ButtonVariant | undefined
  size?: 'md' | 'sm' | undefined
  /** The action is running: further presses do nothing. */
  busy?: boolean | undefined
  /** Why the action is impossible now: the button keeps its focus and says so. */
  disabledReason?: string | undefined
  className?: string | undefined
  ref?: Ref<HTMLButtonElement> | undefined
}

export type ButtonProps = Common & { icon?: IconName | undefined; iconAfter?: IconName | undefined }

export const buttonClass = (variant: ButtonVariant = 'plain', size: 'md' | 'sm' = 'md'): string =>
  cx(
    'inline-flex select-none items-center justify-center gap-2 rounded-sm font-medium whitespace-nowrap transition-colors',
    'aria-disabled:opacity-50',
    size === 'md'
      ? 'h-control min-w-control px-3.5 text-14'
      : 'h-control px-2.5 text-13 pointer-fine:h-8',
    looks[variant],
  )

const looks = {
  primary:
    'bg-accent text-accent-ink not-aria-disabled:hover:bg-accent-strong not-aria-disabled:active:bg-accent-strong',
  plain:
    'border border-line bg-card text-ink shadow-raised not-aria-disabled:hover:border-line-strong not-aria-disabled:active:bg-sunken',
  quiet:
    'text-ink-soft not-aria-disabled:hover:bg-sunken not-aria-disabled:hover:text-ink not-aria-disabled:active:bg-line',
  danger: 'bg-danger text-danger-ink not-aria-disabled:hover:brightness-110',
} as const

export const Button = ({
  variant,
  size,
  icon,
  iconAfter,
  busy = false,
  disabledReason,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) => {
  const reasonId = useId()
  const blocked = busy || disabledReason !== undefined
  return (
    <button
      type="button"
      {...rest}
      {...tooltip(disabledReason)}
      {...(blocked && { 'aria-disabled': true })}
      {...(busy && { 'aria-busy': true })}
      {...(variant === 'danger' && { 'data-danger': true })}
      {...(disabledReason !== undefined && { 'aria-describedby': reasonId })}
      onClick={blocked ? stop : onClick}
      className={cx(buttonClass(variant, size), className)}
    >
      {busy ? <Spinner size={16} /> : icon && <Icon name={icon} size={18} />}
      {children}
      {iconAfter && <Icon name={iconAfter} size={16} />}
      {disabledReason !== undefined && <Reason id={reasonId}>{disabledReason}</Reason>}
    </button>
  )
}

export type IconButtonProps = Omit<Common, 'children'> & {
  icon: IconName
  label: string
  iconSize?: number | undefined
}

/** A button with an icon alone, at least 44 px for touch. */
export const IconButton = ({
  icon,
  label,
  iconSize = 20,
  variant = 'quiet',
  size,
  busy = false,
  disabledReason,
  className,
  onClick,
  ...rest
}: IconButtonProps) => {
  const reasonId = useId()
  const blocked = busy || disabledReason !== undefined
  return (
    <button
      type="button"
      aria-label={label}
      {...rest}
      {...tooltip(disabledReason ?? label)}
      {...(blocked && { 'aria-disabled': true })}
      {...(disabledReason !== undefined && { 'aria-describedby': reasonId })}
      onClick={blocked ? stop : onClick}
      className={cx(
        buttonClass(variant, size),
        size === 'sm' ? 'w-control pointer-fine:w-8' : 'w-control',
        'shrink-0 px-0!',
        className,
      )}
    >
      {busy ? <Spinner size={16} /> : <Icon name={icon} size={iconSize} />}
      {disabledReason !== undefined && <Reason id={reasonId}>{disabledReason}</Reason>}
    </button>
  )
}

const Reason = ({ id, children }: { id: string; children: ReactNode }) => (
  <span id={id} hidden>
    {children}
  </span>
)

const stop = (event: MouseEvent): void => {
  event.preventDefault()
  event.stopPropagation()
}
