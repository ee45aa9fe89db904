import type { DoNotCall } from '../../../contract/records/records.ts'
import { describeCallStatus } from '../../shared/credits/call-status.ts'
import { callState } from '../../shared/do-not-call/do-not-call.ts'
import type { Caution } from './facts.ts'

/** The Do Not Call status of a number at a moment (ms since 1970), in words and as a tone. */
export const doNotCall = (dnc: DoNotCall, now: number): Caution => ({
  note: describeCallStatus(dnc, now),
  tone: tones[callState(dnc, now)],
})

const tones = { listed: 'danger', due: 'warn', clear: 'info' } as const
