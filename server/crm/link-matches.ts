import type { Looked } from './known.ts'
import { linkedRecords, saveLinks } from './links.ts'
import type { Session } from './session.ts'

/** Stores the links of matched records, and of those that were merged into others. */
export const linkMatches = async (
  { db, orgId, connectionId, now }: Session,
  { matches, current, links }: Looked,
): Promise<void> => {
  const found = [...matches].flatMap(([recordId, match]) =>
    match.is === 'existing' && current.has(recordId) ? [{ recordId, match }] : [],
  )
  const stored = await db.asOrg(orgId, (trx) =>
    linkedRecords(
      trx,
      connectionId,
      [...new Set(found.map(({ match }) => match.object))],
      found.map(({ match }) => match.id),
    ),
  )
  const fresh = found.flatMap(({ recordId, match: { object, id } }) =>
    links.get(recordId)?.id === id && stored.get(id) === recordId
      ? []
      : [{ recordId, object, id, isOurs: false }],
  )
  await db.asOrg(orgId, (trx) => saveLinks(trx, { orgId, connectionId, at: now() }, fresh))
}
