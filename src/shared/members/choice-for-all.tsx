import type { ReactNode } from 'react'
import type { May } from './may.ts'
import { Card } from '../../ui/card.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { describeError } from '../../lib/describe-error.ts'

export const ChoiceForAll = <Value extends string>({
  heading,
  children,
  label,
  may,
  known,
  choices,
  value,
  valueLabel,
  error,
  onChoose,
}: {
  heading: ReactNode
  children: ReactNode
  label: string
  may: May
  /** `unknown`: the setting did not load. */
  known: 'yes' | 'coming' | 'unknown'
  choices: readonly { value: Value; label: string }[]
  value: Value
  /** The value in words, for members who cannot change it. */
  valueLabel: string | undefined
  error: Error | null
  onChoose: (value: Value) => void
}) => (
  <Card className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
    <div className="min-w-0 flex-1 basis-72">
      {heading}
      <p className="text-13 text-ink-faint">{children}</p>
      {!may.allowed && <p className="mt-1 text-13 text-ink-soft">{may.reason}</p>}
      {error && (
        <p role="alert" className="mt-1 text-13 text-danger">
          We couldn’t save this: {describeError(error).title}. Try again.
        </p>
      )}
    </div>
    {known === 'coming' && <Skeleton className="h-9 w-48" />}
    {known === 'yes' &&
      (may.allowed ? (
        <Segmented label={label} value={value} options={choices} onValueChange={onChoose} />
      ) : (
        <span className="text-14 font-medium">{valueLabel}</span>
      ))}
  </Card>
)

export const loadStateOf = (query: { data: unknown; isError: boolean }) =>
  query.data !== undefined ? 'yes' : query.isError ? 'unknown' : 'coming'
