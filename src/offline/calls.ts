import type { activitiesCalls } from '../../contract/saved-work/activities.ts'
import type { agentsCalls } from '../../contract/signals/agents.ts'
import type { CallInput, CallOutput } from '../../contract/core/endpoint.ts'
import type { downloadsCalls } from '../../contract/money/downloads.ts'
import type { listsCalls } from '../../contract/saved-work/lists.ts'
import type { noticesCalls } from '../../contract/signals/notifications.ts'
import type { platformCalls } from '../../contract/core/platform.ts'
import type { searchesCalls } from '../../contract/saved-work/searches.ts'
import type { signalsCalls } from '../../contract/signals/signals.ts'
import type { syncCalls } from '../../contract/sync.ts'
import type { Request } from './rows.ts'

/** The calls of the contract that src/offline makes. */
type Calls = typeof searchesCalls &
  typeof listsCalls &
  typeof activitiesCalls &
  typeof downloadsCalls &
  typeof agentsCalls &
  typeof noticesCalls &
  typeof signalsCalls &
  typeof syncCalls &
  typeof platformCalls

/** Those that may wait in the outbox: marked `offline` in the contract. */
export type OfflineCall = {
  [Name in keyof Calls]: Calls[Name] extends { offline: true } ? Name : never
}[keyof Calls]

export type InputOf<Name extends keyof Calls> = CallInput<Calls[Name]>
export type OutputOf<Name extends keyof Calls> = CallOutput<Calls[Name]>

/** A call of the contract with its input, checked by the compiler. */
export const requestOf = <Name extends OfflineCall>(call: Name, input: InputOf<Name>): Request => ({
  call,
  input: { ...input },
})
