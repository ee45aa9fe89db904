import type { DoNotCall, PersonView } from '../../../contract/records/records.ts'

/** listed: calling asks first; due: nobody knows today whether it is listed; clear: checked, and not listed. */
export type CallState = 'listed' | 'due' | 'clear'

/** A wash against the register holds for so many days (product 3, R17). */
export const washHolds = 30

/** How a number stands with the Do Not Call Register at a moment (ms since 1970). What was listed stays listed, however long ago. */
export const callState = (dnc: DoNotCall, now: number): CallState => {
  if (dnc.listed === 'yes') return 'listed'
  return dnc.listed === 'unknown' || isOld(dnc, now) ? 'due' : 'clear'
}

type Numbers = Pick<PersonView, 'mobile' | 'direct_phone'>

/** Why a call asks first, at a moment; null where it may be made at once. A direct line nobody ever had checked is a line of business, and asks nothing (I25). */
export const reasonToAsk = (dnc: DoNotCall | undefined, now: number): 'listed' | 'due' | null => {
  const state = dnc === undefined ? 'clear' : callState(dnc, now)
  return state === 'clear' ? null : state
}

/** What a number stands at that nobody ever had checked, as a direct line is as long as no organisation asks for it. */
export const unchecked: DoNotCall = { listed: 'unknown' }

/** What the register says of the number one would call a person on: their mobile, or their direct line where no mobile can be called; undefined where nobody ever asked. */
export const dncOf = ({ mobile, direct_phone: direct }: Numbers): DoNotCall | undefined =>
  mobile && (mobile.value !== undefined || direct?.value === undefined) ? mobile.dnc : direct?.dnc

/** Whether any number of a person is on the register. */
export const isListed = ({ mobile, direct_phone: direct }: Numbers): boolean =>
  mobile?.dnc.listed === 'yes' || direct?.dnc?.listed === 'yes'

/** Whether its check no longer holds. */
export const isOld = ({ washed_at, valid_until }: DoNotCall, now: number): boolean => {
  const today = new Date(now).toISOString().slice(0, 10)
  if (valid_until !== undefined) return valid_until < today
  return washed_at === undefined || now - Date.parse(washed_at) > washHolds * 86_400_000
}

/** The address that calls a number. */
export const callAddress = (number: string): string => `tel:${number.replace(/[^\d+]/g, '')}`

/** The address that writes to somebody. */
export const writeAddress = (email: string): string =>
  `mailto:${encodeURIComponent(email).replace('%40', '@')}`
