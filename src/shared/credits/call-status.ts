import { washHolds } from '../../../contract/org/do-not-call.ts'
import type { DoNotCall } from '../../../contract/records/records.ts'
import { isOld } from '../do-not-call/do-not-call.ts'
import { formatDay } from '../../lib/format.ts'

/** The Do Not Call state of a number at a moment (ms since 1970): 'On the Do Not Call Register, checked 3 Feb 2026. Do not call.' */
export const describeCallStatus = (dnc: DoNotCall, now: number): string => {
  const { listed, washed_at, valid_until } = dnc
  const checked = washed_at === undefined ? '' : `, checked ${formatDay(washed_at)}`
  if (listed === 'yes') return `On the Do Not Call Register${checked}. Do not call.`
  if (listed === 'unknown') return 'Not checked against the Do Not Call Register'
  if (isOld(dnc, now))
    return `Not on the Do Not Call Register${checked}: more than ${washHolds} days ago, so check it again before you call`
  const until = valid_until === undefined ? '' : `, valid until ${formatDay(valid_until)}`
  return `Not on the Do Not Call Register${checked}${until}`
}
