import type { CrmFault, DrawFault } from '../../emulators/crm/core/types.ts'
import type { Chance } from '../../tests/kit/chance.ts'

export type Dice = {
  draw: DrawFault
  start: () => void
  /** While an admin signs in. */
  pause: () => void
  /** The answer to the next refresh is lost after the CRM has changed the token. */
  loseRefresh: () => void
  /** Real time of the last limit, ms since 1970. */
  limitedAt: () => number
  calls: () => number
  faults: () => Readonly<Record<string, number>>
}

const share = 0.2
/** Of the faults: after each, the whole connection waits for up to a minute. */
const limitShare = 0.05

/**
 * A fifth of the calls fails. `settleMs` is the time after which the connector takes an unanswered create as over; calls are done later
 * than their cut by most of it at most.
 */
export const openDice = (parts: {
  chance: Chance
  settleMs: number
  hasBatches: boolean
  onCall: () => void
}): Dice => {
  const { chance, settleMs, hasBatches, onCall } = parts
  const counts: Record<string, number> = {}
  let isOn = false
  let isRefreshLost = false
  let limitedAt = 0
  let calls = 0

  const status = (): number => chance.of([500, 502, 503, 504])
  const body = () => chance.of(['json', 'html', 'empty'] as const)
  const late = (): CrmFault => ({ kind: 'late-commit', ms: chance.whole(settleMs * 0.8) })
  const onRead = [
    (): CrmFault => ({ kind: 'failing', status: status(), body: body() }),
    (): CrmFault => ({ kind: 'cut' }),
    (): CrmFault => ({ kind: 'reset' }),
  ]
  const onWrite = [
    ...onRead,
    (): CrmFault => ({ kind: 'lost' }),
    (): CrmFault => ({ kind: 'committed-then-500', status: status(), body: body() }),
    late,
    ...(hasBatches ? [(): CrmFault => ({ kind: 'half-batch', rows: 1 + chance.whole(60) })] : []),
  ]
  const onToken = [
    (): CrmFault => ({ kind: 'throttle' }),
    (): CrmFault => ({ kind: 'failing', status: 503 }),
    (): CrmFault => ({ kind: 'late', ms: chance.whole(100) }),
  ]
  const faultOf = (method: string, isTokenCall: boolean): CrmFault | undefined => {
    if (isTokenCall && isRefreshLost) {
      isRefreshLost = false
      return { kind: 'lost' }
    }
    if (!chance.is(share)) return undefined
    if (isTokenCall) return chance.of(onToken)()
    if (chance.is(limitShare)) return { kind: 'throttle' }
    return chance.of(method === 'GET' ? onRead : onWrite)()
  }

  return {
    draw: ({ method, isTokenCall }) => {
      if (!isOn) return undefined
      calls += 1
      onCall()
      const fault = faultOf(method, isTokenCall)
      const name = fault && (isTokenCall ? `token ${fault.kind}` : fault.kind)
      if (fault?.kind === 'throttle') limitedAt = Date.now()
      if (name !== undefined) counts[name] = (counts[name] ?? 0) + 1
      return fault
    },
    start: () => {
      isOn = true
    },
    pause: () => {
      isOn = false
    },
    loseRefresh: () => {
      isRefreshLost = true
    },
    limitedAt: () => limitedAt,
    calls: () => calls,
    faults: () => counts,
  }
}
