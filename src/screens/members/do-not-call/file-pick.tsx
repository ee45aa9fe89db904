import { useId } from 'react'
import { formatCount } from '../../../lib/format.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import type { Chosen } from './use-wash.ts'

export const FilePick = ({
  label,
  hint,
  chosen,
  disabled,
  onFile,
}: {
  label: string
  hint: string
  chosen: Chosen | null
  disabled: boolean
  onFile: (file: File) => void
}) => {
  const id = useId()
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <span className="text-13 font-medium text-ink-soft">{label}</span>
      <label
        className={cx(
          'relative flex h-control min-w-0 items-center gap-3 rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
          disabled ? 'opacity-50' : 'cursor-pointer',
        )}
      >
        <span aria-hidden className={buttonClass()}>
          {chosen === null ? 'Choose file' : 'Change'}
        </span>
        <span className="min-w-0 truncate text-14 text-ink-soft" title={chosen?.name}>
          {chosen?.name ?? 'No file chosen'}
        </span>
        <input
          type="file"
          aria-label={label}
          aria-describedby={`${id}-said`}
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          disabled={disabled}
          className="absolute inset-0 opacity-0 file:cursor-pointer enabled:cursor-pointer"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0]
            if (file !== undefined) onFile(file)
            // Resets the field, so that choosing the same file again fires a change.
            event.currentTarget.value = ''
          }}
        />
      </label>
      <p
        id={`${id}-said`}
        className={cx(
          'text-13',
          chosen !== null && 'error' in chosen ? 'text-danger' : 'text-ink-faint',
        )}
      >
        {chosen === null
          ? hint
          : 'error' in chosen
            ? chosen.error
            : `${formatCount(chosen.numbers.numbers.length, 'number', 'numbers')}${chosen.numbers.listed === null ? '' : `, ${formatCount(chosen.numbers.listed.filter(Boolean).length, 'of them listed', 'of them listed')}`}`}
      </p>
    </div>
  )
}
