import { useQuery } from '@tanstack/react-query'
import { localDayOf } from '../../../contract/core/days.ts'
import type { Fit } from '../../../contract/org/account-fit.ts'
import type { PersonView } from '../../../contract/records/records.ts'
import type { Activity } from '../../../contract/saved-work/activities.ts'
import type { FollowUp } from '../../../contract/saved-work/follow-ups.ts'
import { formatDay } from '../../lib/format.ts'
import { useApi } from '../../lib/use-api.ts'
import { intelligenceQuery, useFit } from '../account-fit/intelligence.ts'
import { isListed } from '../do-not-call/do-not-call.ts'
import { useLive } from '../offline/device.tsx'
import { toCallAmong, type ToCall } from '../account-fit/to-call.ts'
import { sayDue } from '../visits/due.ts'
import { visitLabel } from '../visits/last-visits.ts'
import { readBrief, type Brief } from './read-brief.ts'
import type { DayStop } from './read-day.ts'

/** A brief as a screen says it: `toAsk` by the personas of the organisation, `fit` null without an ideal customer profile. */
export type ShownBrief = Omit<Brief, 'people' | 'company'> & {
  toAsk: readonly ToCall[]
  fit: Fit | null
}

/** Undefined while it loads. */
export const useBrief = ({
  recordId,
  category,
}: Pick<DayStop, 'recordId' | 'category'>): ShownBrief | undefined => {
  const brief = useLive((device) => readBrief(device, { recordId, category }), [recordId, category])
  const { data } = useQuery(intelligenceQuery(useApi()))
  const fitOf = useFit()
  if (brief === undefined) return undefined
  const { people, company, ...rest } = brief
  return {
    ...rest,
    toAsk: toCallAmong(people, data?.config.personas ?? []),
    fit: company && fitOf ? fitOf(company) : null,
  }
}

/** 'Visited 3 Mar 2026 · Call back: Wants a quote'. `now` in ms since 1970. */
export const sayLast = (last: Activity, now: number): string =>
  [
    last.kind === 'visit'
      ? visitLabel(last, now)
      : `Note, ${formatDay(localDayOf(Date.parse(last.at)))}`,
    last.text,
  ]
    .filter((part) => part !== '')
    .join(': ')

/** 'Bring the quote today', 'Follow up on Thu 3 Dec at 9:30 am'. */
export const sayPromise = (promise: FollowUp, today: string): string =>
  `${promise.text || 'Follow up'} ${sayDue(promise, today)}`

/** 'Robin Ash, Owner, do not call'. */
export const sayPerson = (person: PersonView): string =>
  [person.name, person.position, ...(isListed(person) ? ['do not call'] : [])].join(', ')
