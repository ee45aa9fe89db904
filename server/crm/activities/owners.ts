import type { Owner } from '../../connectors/port.ts'
import type { Call } from '../describe.ts'
import { ownerOf } from '../mapping.ts'

const freshMs = 10 * 60_000
const maxConnections = 500

export type Owners = (
  call: Call,
  connectionId: string,
  chosen: Readonly<Record<string, string>>,
  author: { userId: string; email: string | null },
) => Promise<string | null>

/** The CRM's user of an author, null if there is none; the users of a CRM are read every ten minutes. */
export const openOwners = (now: () => number): Owners => {
  const known = new Map<string, { at: number; owners: readonly Owner[] }>()
  return async (call, connectionId, chosen, author) => {
    let entry = known.get(connectionId)
    if (!entry || entry.at + freshMs <= now()) {
      entry = { at: now(), owners: await call((api, connector) => connector.owners(api)) }
      if (known.size >= maxConnections) known.clear()
      known.set(connectionId, entry)
    }
    return ownerOf({ owners: chosen }, entry.owners, author)
  }
}
