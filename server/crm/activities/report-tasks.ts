import { sql, type Transaction } from 'kysely'
import type { RunTasks } from '../../../contract/signals/agents.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { livingConnections } from '../connections.ts'
import type { Crms } from '../crms.ts'
import { askToSignIn } from '../problems.ts'
import { policyAgainst } from './next-step.ts'

type Trx = Transaction<Tables>

/** Why agents can't add tasks now, in a sentence; null if they can. */
export const taskObstacle = async (trx: Trx, crms: Crms): Promise<string | null> => {
  const connections = (await livingConnections(trx).execute()).flatMap((connection) => {
    const crm = crms.find(connection.connector)
    return crm ? [{ ...connection, label: crm.kind.label }] : []
  })
  const [first] = connections
  if (!first)
    return 'Your organisation hasn’t connected a CRM yet. Admins connect it under Integrations.'
  const obstacle = await policyAgainst(trx)
  if (obstacle !== null) return obstacle
  return connections.some(({ state }) => state === 'connected')
    ? null
    : (first.problem ?? askToSignIn(first.label))
}

/** What became of the tasks of runs, by their ids; runs without tasks are absent. */
export const reportTasks = async (
  trx: Trx,
  crms: Crms,
  runIds: readonly string[],
): Promise<Map<string, RunTasks>> => {
  if (runIds.length === 0) return new Map()
  const { rows } = await sql<Row>`
    select t.run_id as "runId", c.name, k.connector, a.state, a.reason from crm_task t
    left join company c on c.id = t.company_id
    left join crm_activity a on a.org_id = t.org_id and a.activity_id = t.id
    left join crm_connection k on k.org_id = a.org_id and k.id = a.connection_id
    where t.run_id = any(${[...runIds]}::uuid[])
    order by k.connector, a.reason nulls first, c.name`.execute(trx)
  const byRun = Map.groupBy(rows, ({ runId }) => runId)
  return new Map([...byRun].map(([runId, own]) => [runId, reportOf(own, crms)]))
}

type Row = {
  runId: string
  name: string | null
  /** Null: no CRM was connected. */
  connector: string | null
  state: string | null
  reason: string | null
}

const reportOf = (rows: readonly Row[], crms: Crms): RunTasks => {
  const failed = rows.filter(({ state }) => state === 'skipped' || state === 'refused')
  const groups = Map.groupBy(failed, ({ connector, reason }) => JSON.stringify([connector, reason]))
  return {
    added: rows.filter(({ state }) => state === 'done').length,
    waiting: rows.filter(({ state }) => state !== null && waitingStates.has(state)).length,
    problems: [
      ...(rows.some(({ connector }) => connector === null)
        ? ['No CRM was connected, so no tasks were added.']
        : []),
      ...[...groups.values()].map((group) => problemOf(group, crms)),
    ],
  }
}

const waitingStates: ReadonlySet<string> = new Set(['waiting', 'sent', 'unknown'])

const problemOf = (group: readonly Row[], { kinds }: Crms): string => {
  const [first] = group
  const names = group.flatMap(({ name }) => name ?? [])
  const label = kinds.find(({ key }) => key === first?.connector)?.label ?? 'your CRM'
  const reason = first?.reason ?? null
  if (reason !== null) return `${joinNames(names)}: ${reason}`
  return names.length === 1
    ? `${joinNames(names)} isn’t linked to ${label}. Push it first to get tasks.`
    : `${joinNames(names)} aren’t linked to ${label}. Push them first to get tasks.`
}

const maxNames = 3

const joinNames = (names: readonly string[]): string => {
  const shown = names.slice(0, maxNames)
  const more = names.length - shown.length
  const parts = more > 0 ? [...shown, `${more} more`] : shown
  const last = parts.at(-1) ?? ''
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`
}
