import { useId, type ReactNode } from 'react'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'

export type CheckboxProps = {
  /** The label; with `labelHidden` only for screen readers. */
  label: ReactNode
  labelHidden?: boolean | undefined
  checked: boolean
  mixed?: boolean | undefined
  onCheckedChange: (checked: boolean) => void
  disabledReason?: string | undefined
  className?: string | undefined
}

export const Checkbox = ({
  label,
  labelHidden = false,
  checked,
  mixed = false,
  onCheckedChange,
  disabledReason,
  className,
}: CheckboxProps) => {
  const id = useId()
  const disabled = disabledReason !== undefined
  return (
    <label
      className={cx(
        'flex min-h-control items-center gap-2.5 text-14',
        disabled ? 'cursor-not-allowed opacity-55' : 'cursor-pointer',
        labelHidden && 'min-w-control justify-center',
        className,
      )}
    >
      <span className="relative grid place-items-center">
        <input
          type="checkbox"
          checked={checked}
          ref={(element) => {
            if (element) element.indeterminate = mixed
          }}
          onChange={(event) => {
            if (!disabled) onCheckedChange(event.currentTarget.checked)
          }}
          aria-disabled={disabled || undefined}
          aria-describedby={disabled ? id : undefined}
          className={boxClass(checked || mixed ? 'include' : 'none')}
        />
        {(checked || mixed) && <Mark name={mixed ? 'minus' : 'check'} />}
      </span>
      <span className={labelHidden ? 'sr-only' : 'min-w-0'}>{label}</span>
      {disabled && (
        <span id={id} className="text-12 text-ink-faint">
          {disabledReason}
        </span>
      )}
    </label>
  )
}

export type MarkState = 'none' | 'include' | 'exclude'

export type FilterMarkProps = {
  label: string
  state: MarkState
  /** Not chosen itself, but some options below it are. */
  mixed?: boolean | undefined
  onStateChange: (state: MarkState) => void
  count?: ReactNode
  includeOnly?: boolean | undefined
  /** Beside the label: a code or a location. */
  detail?: ReactNode
  className?: string | undefined
}

export const FilterMark = ({
  label,
  state,
  mixed = false,
  onStateChange,
  count,
  includeOnly = false,
  detail,
  className,
}: FilterMarkProps) => {
  const countId = useId()
  return (
    <div
      className={cx(
        'group/mark flex min-h-control items-center rounded-sm pr-1 hover:bg-sunken',
        className,
      )}
    >
      <label className="flex min-h-control min-w-0 flex-1 cursor-pointer items-center gap-2.5 pl-2 text-14">
        <span className="relative grid place-items-center">
          <input
            type="checkbox"
            checked={state === 'include'}
            ref={(element) => {
              if (element) element.indeterminate = mixed
            }}
            onChange={() => onStateChange(state === 'none' ? 'include' : 'none')}
            aria-label={state === 'exclude' ? `${label}, excluded` : label}
            aria-describedby={count === undefined ? undefined : countId}
            className={boxClass(mixed ? 'include' : state)}
          />
          {(mixed || state !== 'none') && <Mark name={state === 'include' ? 'check' : 'minus'} />}
        </span>
        <span
          title={label}
          className={cx(
            'min-w-0 flex-1 truncate',
            state === 'exclude' && 'text-danger line-through',
          )}
        >
          {label}
          {detail !== undefined && <span className="ml-1.5 text-12 text-ink-faint">{detail}</span>}
        </span>
        {count !== undefined && (
          <span id={countId} className="tabular shrink-0 text-12 text-ink-faint">
            {count}
          </span>
        )}
      </label>
      {!includeOnly && (
        <button
          type="button"
          aria-label={`Exclude ${label}`}
          aria-pressed={state === 'exclude'}
          onClick={() => onStateChange(state === 'exclude' ? 'none' : 'exclude')}
          className={cx(
            'grid size-control shrink-0 place-items-center rounded-sm transition-[color,opacity] pointer-fine:w-8',
            state === 'exclude'
              ? 'text-danger'
              : 'text-ink-faint hover:text-danger focus-visible:opacity-100 pointer-fine:opacity-0 pointer-fine:group-hover/mark:opacity-100',
          )}
        >
          <Icon name="exclude" size={17} />
        </button>
      )}
    </div>
  )
}

const boxClass = (state: MarkState): string =>
  cx(
    'peer size-4.5 cursor-[inherit] appearance-none rounded-[5px] border transition-colors',
    state === 'none' && 'border-line-strong bg-card',
    state === 'include' && 'border-accent bg-accent',
    state === 'exclude' && 'border-danger bg-danger',
  )

const Mark = ({ name }: { name: 'check' | 'minus' }) => (
  <Icon name={name} size={14} className="pointer-events-none absolute text-accent-ink" />
)
