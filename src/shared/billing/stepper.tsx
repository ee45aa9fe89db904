import { useId, useState } from 'react'
import { IconButton } from '../../ui/button.tsx'

/** A whole number with − and + beside its field; what is typed counts once it is within the limits. */
export const Stepper = ({
  label,
  value,
  min,
  max,
  step = 1,
  onValueChange,
  hint,
}: {
  label: string
  value: number
  min: number
  max: number
  step?: number
  onValueChange: (value: number) => void
  hint?: string | undefined
}) => {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const change = (next: number): void => {
    setTyped(null)
    onValueChange(Math.min(max, Math.max(min, next)))
  }
  const leave = (): void => {
    if (typed !== null) change(Math.ceil((Number(typed) || min) / step) * step)
  }
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-13 font-medium text-ink-soft">
        {label}
      </label>
      <div className="inline-flex items-center self-start rounded-sm border border-line bg-card">
        <IconButton
          icon="minus"
          iconSize={18}
          label={`Fewer ${label.toLowerCase()}`}
          disabledReason={value <= min ? `At least ${min}.` : undefined}
          onClick={() => change(value - step)}
        />
        <input
          id={id}
          inputMode="numeric"
          autoComplete="off"
          value={typed ?? String(value)}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          onChange={({ currentTarget }) => {
            const text = currentTarget.value.replaceAll(/\D/g, '').slice(0, 6)
            setTyped(text)
            const next = Number(text)
            if (next >= min && next <= max && next % step === 0) onValueChange(next)
          }}
          onBlur={leave}
          onKeyDown={({ key }) => {
            if (key === 'ArrowUp') change(value + step)
            if (key === 'ArrowDown') change(value - step)
            if (key === 'Enter') leave()
          }}
          className="tabular h-control w-16 min-w-0 bg-transparent text-center text-16 font-medium text-ink focus-visible:outline-offset-0"
        />
        <IconButton
          icon="plus"
          iconSize={18}
          label={`More ${label.toLowerCase()}`}
          disabledReason={value >= max ? `At most ${max}.` : undefined}
          onClick={() => change(value + step)}
        />
      </div>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-12 text-ink-faint">
          {hint}
        </p>
      )}
    </div>
  )
}
