import type { activitiesCalls } from '../../contract/activities.ts'
import type { agentsCalls } from '../../contract/agents.ts'
import type { CallInput, CallOutput } from '../../contract/call.ts'
import type { downloadsCalls } from '../../contract/downloads.ts'
import type { listsCalls } from '../../contract/lists.ts'
import type { noticesCalls } from '../../contract/notices.ts'
import type { platformCalls } from '../../contract/platform.ts'
import type { searchesCalls } from '../../contract/searches.ts'
import type { signalsCalls } from '../../contract/signals.ts'
import type { syncCalls } from '../../contract/sync.ts'
import type { Request } from './rows.ts'

/** The calls of the contract that src/local makes. */
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
