import { useId } from 'react'
import { cx } from '../../ui/cx.ts'

export const MappingField = ({
  value,
  error,
  onValueChange,
}: {
  value: string
  error: string | undefined
  onValueChange: (value: string) => void
}) => {
  const id = useId()
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-13 font-medium text-ink-soft">
        Column mapping (optional)
      </label>
      <textarea
        id={id}
        rows={4}
        spellCheck={false}
        value={value}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={`${id}-note`}
        onChange={(event) => onValueChange(event.currentTarget.value)}
        className={cx(
          'w-full min-w-0 rounded-sm border bg-card px-3 py-2 font-mono text-13 text-ink hover:border-line-strong focus-visible:border-accent',
          error === undefined ? 'border-line' : 'border-danger',
        )}
      />
      <p
        id={`${id}-note`}
        className={cx('text-12', error === undefined ? 'text-ink-faint' : 'text-danger')}
      >
        {error ?? 'JSON, for columns with headings we don’t know: {"columns": {"Firm": "name"}}'}
      </p>
    </div>
  )
}
