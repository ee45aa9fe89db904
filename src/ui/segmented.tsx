import { useId } from 'react'
import { cx } from './cx.ts'
import { Icon, type IconName } from './icon.tsx'

export const Segmented = <Value extends string>({
  label,
  options,
  value,
  onValueChange,
  size = 'md',
  className,
}: {
  label: string
  options: readonly { value: Value; label: string; icon?: IconName }[]
  value: Value
  onValueChange: (value: Value) => void
  size?: 'md' | 'sm'
  className?: string
}) => {
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={cx('inline-flex rounded-sm border border-line bg-sunken p-0.5', className)}
    >
      {options.map((option) => (
        <label
          key={option.value}
          className={cx(
            'relative flex cursor-pointer items-center justify-center gap-1.5 rounded-[4px] font-medium whitespace-nowrap transition-colors',
            'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
            size === 'md'
              ? 'h-[calc(var(--spacing-control)-6px)] px-3 text-14'
              : 'h-[calc(var(--spacing-control)-6px)] px-2 text-12 pointer-fine:h-6',
            value === option.value
              ? 'bg-card text-ink shadow-raised'
              : 'text-ink-faint hover:text-ink',
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={value === option.value}
            onChange={() => onValueChange(option.value)}
            // As high as the whole control, for fingers.
            className="absolute inset-x-0 -inset-y-[3px] cursor-pointer appearance-none outline-none"
          />
          {option.icon && <Icon name={option.icon} size={16} />}
          {option.label}
        </label>
      ))}
    </div>
  )
}
