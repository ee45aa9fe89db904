import type { ObjectKind } from '../connectors/port.ts'
import type { Subject } from './facts.ts'
import type { Looked } from './known.ts'
import type { Result } from './outcomes.ts'
import type { ObjectPlan, Planned } from './plan.ts'
import { accountOf, type Session } from './session.ts'

/** A record in the CRM, or why it is not there. `isNew`: linked by this call or this request. */
export type Pushed = Result & {
  isNew: boolean
  object: ObjectKind
  /** Contact details were sent, or decided what became of it: it is paid for, whatever that is. */
  isPaid: boolean
}

export type Side = {
  plans: ReadonlyMap<ObjectKind, ObjectPlan>
  /** What a new record becomes. */
  primary: ObjectPlan
}

/** The outcome of a create is open, here or in another request: the row is taken up again later. */
export const later = 'later' as const

export type Item = { row: number; subject: Subject }

/** By our id. */
export type Results = Map<string, Pushed | typeof later>

/** What is known of some records now, and what each of them needs. */
export type Round = {
  side: Side
  looked: Looked
  planned: ReadonlyMap<string, Planned>
  results: Results
  /** Records to plan again. */
  again: Set<string>
  isLast: boolean
}

/** Not there, and why. */
export const failure = ({ primary }: Side, reason: string): Pushed => ({
  outcome: 'failed',
  externalId: null,
  url: null,
  reason,
  matches: [],
  isNew: false,
  object: primary.object,
  isPaid: true,
})

export const conflictOf = (
  session: Session,
  object: ObjectKind,
  candidates: readonly string[],
  reason: string,
): Pushed => ({
  outcome: 'conflict',
  externalId: null,
  url: null,
  reason: `${reason}.`,
  matches: candidates.flatMap((id) => {
    const url = urlOf(session, object, id)
    return url === null ? [] : [{ name: id, url }]
  }),
  isNew: false,
  object,
  isPaid: true,
})

export const urlOf = (
  { connector, connection, patience }: Session,
  object: ObjectKind,
  id: string,
): string | null => {
  const grant = patience.grant()
  return grant && connector.recordUrl(accountOf(connection), grant, object, id)
}

export const noteOf = (notes: readonly string[]): string | null =>
  notes.length === 0 ? null : notes.join(' ')
