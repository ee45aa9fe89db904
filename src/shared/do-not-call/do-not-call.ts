import { washHolds } from '../../../contract/org/do-not-call.ts'
import type {
  CompanyView,
  DoNotCall,
  PersonView,
  RecordView,
} from '../../../contract/records/records.ts'
import { dayMs, dayOf } from '../../../contract/core/days.ts'
import { isMaskedText } from '../unlocks/masked.ts'

/** listed: calling asks first; due: the check is too old; clear: checked, and not listed. */
export type CallState = 'listed' | 'due' | 'clear'

/** The Do Not Call state of a number at a moment (ms since 1970). A listed number stays listed, however old the check. */
export const callState = (dnc: DoNotCall, now: number): CallState => {
  if (dnc.listed === 'yes') return 'listed'
  return dnc.listed === 'unknown' || isOld(dnc, now) ? 'due' : 'clear'
}

type Numbers = Pick<PersonView, 'mobile' | 'direct_phone'>

/** Why a call asks first, at a moment; null if it may be made at once. An unchecked direct line or company phone is a business line, and asks nothing (I25). */
export const reasonToAsk = (dnc: DoNotCall | undefined, now: number): 'listed' | 'due' | null => {
  const state = dnc === undefined ? 'clear' : callState(dnc, now)
  return state === 'clear' ? null : state
}

/** The state of a number without a check. */
export const unchecked: DoNotCall = { listed: 'unknown' }

/** The register's answer for the number to call: the mobile, or the direct line if there is no callable mobile; undefined without a check. */
export const dncOf = ({ mobile, direct_phone: direct }: Numbers): DoNotCall | undefined =>
  mobile && (mobile.value !== undefined || direct?.value === undefined) ? mobile.dnc : direct?.dnc

/** Its phones, then its mobiles; unlike a phone, an unchecked mobile has a state, so that a call asks first. */
export const companyNumbers = ({
  phones,
  mobiles,
  dnc,
}: CompanyView): { number: string; dnc: DoNotCall | undefined }[] => [
  ...phones.map((number) => ({ number, dnc: dnc?.[number] })),
  ...mobiles.map((number) => ({ number, dnc: dnc?.[number] ?? unchecked })),
]

/** The number to call and its Do Not Call status; null where it is unknown, masked or must not be called. */
export const phoneOf = (
  view: RecordView,
): { number: string; dnc?: DoNotCall | undefined } | null => {
  const numbers =
    'position' in view
      ? [view.mobile, view.direct_phone].map((phone) => ({ number: phone?.value, dnc: phone?.dnc }))
      : companyNumbers(view).filter(({ number }) => !isMaskedText(number))
  for (const { number, dnc } of numbers)
    if (number !== undefined && dnc?.listed !== 'yes') return { number, dnc }
  return null
}

/** One of its numbers is on the register. */
export const isListed = (view: RecordView): boolean =>
  ('position' in view ? [view.mobile, view.direct_phone] : companyNumbers(view)).some(
    (number) => number?.dnc?.listed === 'yes',
  )

export const isOld = ({ washed_at, valid_until }: DoNotCall, now: number): boolean => {
  const today = dayOf(now)
  if (valid_until !== undefined) return valid_until < today
  return washed_at === undefined || now - Date.parse(washed_at) > washHolds * dayMs
}

export const callAddress = (number: string): string => `tel:${number.replace(/[^\d+]/g, '')}`

export const writeAddress = (email: string): string =>
  `mailto:${encodeURIComponent(email).replace('%40', '@')}`
