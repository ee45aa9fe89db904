import { useId } from 'react'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'

export const SelectField = <Value extends string>({
  label,
  labelHidden = false,
  options,
  value,
  onValueChange,
  disabled = false,
  className,
}: {
  label: string
  labelHidden?: boolean | undefined
  options: readonly { value: Value; label: string; disabled?: boolean | undefined }[]
  value: Value
  onValueChange: (value: Value) => void
  disabled?: boolean | undefined
  className?: string | undefined
}) => {
  const id = useId()
  return (
    <div className={cx('flex min-w-0 flex-col gap-1', className)}>
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'text-13 font-medium text-ink-soft'}>
        {label}
      </label>
      <span className="relative flex items-center">
        <select
          id={id}
          value={value}
          disabled={disabled}
          onChange={(event) => {
            const chosen = options.find((option) => option.value === event.currentTarget.value)
            if (chosen) onValueChange(chosen.value)
          }}
          className="h-control w-full min-w-0 cursor-pointer appearance-none truncate rounded-sm border border-line bg-card pr-9 pl-3 text-14 text-ink transition-colors hover:border-line-strong focus-visible:border-accent focus-visible:outline-offset-0 disabled:cursor-not-allowed disabled:bg-sunken disabled:text-ink-faint"
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon
          name="chevron-down"
          size={16}
          className="pointer-events-none absolute right-3 text-ink-faint"
        />
      </span>
    </div>
  )
}
