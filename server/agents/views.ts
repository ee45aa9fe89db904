import { sql, type Selectable, type Transaction } from 'kysely'
import type { Agent } from '../../contract/signals/agents.ts'
import type { Tables } from '../platform/db/tables.ts'

export type AgentRow = Selectable<Tables['signal_agent']>

export const agentViews = async (
  trx: Transaction<Tables>,
  userId: string,
  ids?: readonly string[],
): Promise<Agent[]> => {
  if (ids?.length === 0) return []
  let query = trx
    .selectFrom('signal_agent as a')
    .selectAll('a')
    .select(
      sql<number>`(select count(*)::int from agent_signal f
        where f.org_id = a.org_id and f.agent_id = a.id and f.run_id is null)`.as('waiting'),
    )
    .where('a.owner_id', '=', userId)
    .where('a.deleted_at', 'is', null)
  if (ids) query = query.where(sql<boolean>`a.id = any(${[...ids]}::uuid[])`)
  const rows = await query.execute()
  return rows
    .map((row) => agentView(row, row.waiting))
    .toSorted((x, y) => x.name.localeCompare(y.name, 'en') || (x.id < y.id ? -1 : 1))
}

export const agentView = (row: AgentRow, waiting: number): Agent => ({
  ...row.fields,
  id: row.id,
  version: row.version,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  lastRunAt: row.last_run_at?.toISOString() ?? null,
  waiting,
})
