import { links } from '../../contract/links.ts'
import { notifyAdmins } from '../notifications/notify-admins.ts'
import type { Database } from '../platform/db/db.ts'
import { operatorOf, type SourceRow } from './store.ts'

type Notifying = { db: Database; now: () => number }

/** Once, until it works again. */
export const notifyOfFailure = (
  parts: Notifying,
  { id, name }: SourceRow,
  since: Date,
  reason: string,
): Promise<void> =>
  notify(parts, {
    key: `source-failed ${id} ${since.toISOString()}`,
    title: `The source ${name} failed`,
    detail: `${reason} Your records are safe, and we’ll try again at its next run.`,
  })

/** Once, until it has new data. */
export const notifyOfDelay = (
  parts: Notifying,
  { id, name }: SourceRow,
  since: number,
): Promise<void> =>
  notify(parts, {
    key: `source-overdue ${id} ${new Date(since).toISOString()}`,
    title: `The source ${name} is overdue`,
    detail: 'It has had no new data for twice as long as usual. Check where its file comes from.',
  })

const notify = async (
  { db, now }: Notifying,
  notification: { key: string; title: string; detail: string },
): Promise<void> => {
  const orgId = await operatorOf(db.owner)
  if (orgId === undefined) return
  await db.asOrg(orgId, (trx) =>
    notifyAdmins(trx, orgId, { ...notification, link: links.sources() }, now()),
  )
}
