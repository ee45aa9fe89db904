import { ageOf, type Age } from '../offline/age.ts'
import { useMinute } from './as-of.tsx'
import { Badge } from './badge.tsx'
import { tooltip } from './tooltip.tsx'

/** The age of an offline copy, in words and colour (product 2.13). `fetchedAt` in ms since 1970. */
export const PinAge = ({ fetchedAt }: { fetchedAt: number }) => {
  const age = ageOf(fetchedAt, useMinute())
  return (
    <span {...tooltip(meaning[age.tone])} className="inline-flex">
      <Badge tone={tones[age.tone]}>
        {describeAge(age)}
        <span className="sr-only">, {meaning[age.tone]}</span>
      </Badge>
    </span>
  )
}

const tones = { fresh: 'accent', ageing: 'warn', old: 'danger' } as const
const meaning = {
  fresh: 'Updated in the last 24 hours',
  ageing: 'More than a day old',
  old: 'More than a week old',
} as const

const describeAge = ({ count, unit }: Age): string =>
  count === 0 ? 'Updated just now' : `Updated ${count} ${count === 1 ? unit : `${unit}s`} ago`
