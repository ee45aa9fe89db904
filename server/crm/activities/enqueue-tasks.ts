import { sql, type Transaction } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { enqueue } from '../../platform/db/queue.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { livingConnections } from '../connections.ts'
import { chunked } from '../known.ts'
import { linksOf } from '../links.ts'
import { activityJob } from './enqueue.ts'
import { policyAgainst } from './next-step.ts'

export type FinishedRun = { orgId: string; ownerId: string; runId: string; at: Date }

/** So many tasks of one run in one CRM: more than a member does in a day. */
const maxTasks = 50

/**
 * In the transaction of an agent's run: a task for each company that it found something about, in every connected CRM that has its record.
 * `reportTasks` says what became of them.
 */
export const enqueueTasks = async (
  trx: Transaction<Tables>,
  { orgId, ownerId, runId, at }: FinishedRun,
): Promise<void> => {
  const tasks = (await companiesOf(trx, runId)).map((companyId) => ({ id: uuidv7(), companyId }))
  if (tasks.length === 0) return
  const run = { org_id: orgId, run_id: runId, owner_id: ownerId, at }
  for (const chunk of chunked(tasks, rowsAtOnce))
    await trx
      .insertInto('crm_task')
      .values(chunk.map(({ id, companyId }) => ({ ...run, id, company_id: companyId })))
      .execute()
  const obstacle = await policyAgainst(trx)
  const companyIds = tasks.map(({ companyId }) => companyId)
  const waiting = new Set<string>()
  for (const { id: connectionId } of await livingConnections(trx).execute()) {
    const links = await linksOf(trx, connectionId, ['company'], companyIds, 'all')
    let count = 0
    const rows = tasks.map(({ id, companyId }) => {
      const row = { org_id: orgId, connection_id: connectionId, activity_id: id, part } as const
      if (obstacle !== null) return { ...row, state: 'skipped' as const, reason: obstacle }
      if (links.get(companyId)?.isDeleted !== false)
        return { ...row, state: 'skipped' as const, reason: null }
      count += 1
      if (count > maxTasks) return { ...row, state: 'skipped' as const, reason: tooMany }
      waiting.add(id)
      return { ...row, state: 'waiting' as const, reason: null }
    })
    for (const chunk of chunked(rows, rowsAtOnce))
      await trx.insertInto('crm_activity').values(chunk).execute()
  }
  for (const id of waiting) await enqueue(trx, { orgId, kind: activityJob, id })
}

const part = 'signals'
/** A statement has 65,535 parameters at most. */
const rowsAtOnce = 5_000
const tooMany = `An alert adds up to ${maxTasks} tasks. Open the alert for the rest.`

/** Those with the newest signals first. */
const companiesOf = async (trx: Transaction<Tables>, runId: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select coalesce(s.company_id, p.company_id) as id
    from agent_signal f join signal s on s.id = f.signal_id left join person p on p.id = s.person_id
    where f.run_id = ${runId}::uuid and coalesce(s.company_id, p.company_id) is not null
    group by 1 order by max(s.event_date) desc, 1`.execute(trx)
  return rows.map(({ id }) => id)
}

/** A task is about the day after its alert; when the CRM is connected again, that has passed. */
export const skipTasks = async (trx: Transaction<Tables>, connectionId: string): Promise<void> => {
  await trx
    .updateTable('crm_activity')
    .set({ state: 'skipped', reason: 'The CRM was disconnected before its task was sent.' })
    .where('connection_id', '=', connectionId)
    .where('part', '=', part)
    .where('state', '=', 'waiting')
    .execute()
}
