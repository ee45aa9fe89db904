import type { ReactNode } from 'react'
import type { May } from '../../shared/members/may.ts'
import { Card } from '../../ui/card.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** One thing an admin decides for everybody of the organisation; who may not is told the choice, and whom to ask. */
export const ChoiceForAll = <Value extends string>({
  heading,
  children,
  label,
  may,
  known,
  choices,
  value,
  toldAs,
  error,
  onChoose,
}: {
  heading: ReactNode
  /** What it means, in words. */
  children: ReactNode
  label: string
  may: May
  /** `unknown`: what is chosen could not be asked for. */
  known: 'yes' | 'coming' | 'unknown'
  choices: readonly { value: Value; label: string }[]
  value: Value
  /** The choice in words, for who only reads it. */
  toldAs: string | undefined
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
          We couldn’t save this: {error.message}. Try again.
        </p>
      )}
    </div>
    {known === 'coming' && <Skeleton className="h-9 w-48" />}
    {known === 'yes' &&
      (may.allowed ? (
        <Segmented label={label} value={value} options={choices} onValueChange={onChoose} />
      ) : (
        <span className="text-14 font-medium">{toldAs}</span>
      ))}
  </Card>
)

/** How far the answer is that holds the present choice. */
export const knownFrom = (asked: { data: unknown; isError: boolean }) =>
  asked.data !== undefined ? 'yes' : asked.isError ? 'unknown' : 'coming'
