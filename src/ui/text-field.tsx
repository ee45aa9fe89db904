import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react'
import { cx } from './cx.ts'
import { Icon, type IconName } from './icon.tsx'

export type TextFieldProps = Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'className' | 'onChange' | 'value' | 'size'
> & {
  label: string
  /** Hides the label, except for screen readers; only where the context says what to type. */
  labelHidden?: boolean | undefined
  value: string
  onValueChange: (value: string) => void
  hint?: ReactNode
  error?: string | undefined
  icon?: IconName | undefined
  clearable?: boolean | undefined
  trailing?: ReactNode
  className?: string | undefined
  inputClassName?: string | undefined
  ref?: Ref<HTMLInputElement> | undefined
}

export const TextField = ({
  label,
  labelHidden = false,
  value,
  onValueChange,
  hint,
  error,
  icon,
  clearable = false,
  trailing,
  className,
  inputClassName,
  ...rest
}: TextFieldProps) => {
  const id = useId()
  const described = error !== undefined || hint !== undefined
  return (
    <div className={cx('flex min-w-0 flex-col gap-1', className)}>
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'text-13 font-medium text-ink-soft'}>
        {label}
      </label>
      <div className="relative flex items-center">
        {icon && (
          <Icon
            name={icon}
            size={18}
            className="pointer-events-none absolute left-3 text-ink-faint"
          />
        )}
        <input
          autoComplete="off"
          {...rest}
          id={id}
          value={value}
          onChange={(event) => onValueChange(event.currentTarget.value)}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={described ? `${id}-note` : undefined}
          className={cx(
            'h-control w-full min-w-0 rounded-sm border bg-card text-14 text-ink transition-colors',
            'hover:border-line-strong focus-visible:border-accent focus-visible:outline-offset-0',
            'disabled:cursor-not-allowed disabled:bg-sunken disabled:text-ink-faint',
            error === undefined ? 'border-line' : 'border-danger',
            icon ? 'pl-10' : 'pl-3',
            (clearable && value !== '') || trailing ? 'pr-10' : 'pr-3',
            inputClassName,
          )}
        />
        <div className="absolute right-0 flex items-center">
          {clearable && value !== '' ? (
            <button
              type="button"
              aria-label={`Clear ${label.toLowerCase()}`}
              className="grid size-control place-items-center rounded-sm text-ink-faint hover:text-ink"
              onClick={() => {
                onValueChange('')
                document.getElementById(id)?.focus()
              }}
            >
              <Icon name="close" size={16} />
            </button>
          ) : (
            trailing
          )}
        </div>
      </div>
      {described && (
        <p
          id={`${id}-note`}
          className={cx('text-12', error === undefined ? 'text-ink-faint' : 'text-danger')}
        >
          {error ?? hint}
        </p>
      )}
    </div>
  )
}
