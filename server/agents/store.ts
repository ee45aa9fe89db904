import { isDeepStrictEqual } from 'node:util'
import { sql, type Transaction } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Agent, AgentFields } from '../../contract/signals/agents.ts'
import { notFound, ProblemError } from '../platform/http/problem-error.ts'
import type { Tables } from '../platform/db/tables.ts'
import { nextTick } from '../saved-work/clock.ts'
import { forgetLongDeleted } from '../saved-work/retention.ts'
import { meets, type Question } from '../signals/conditions.ts'
import { checkRoom, checkWatched } from './check-agent.ts'
import { agentView, agentViews, type AgentRow } from './views.ts'

type Trx = Transaction<Tables>

export type Owner = { orgId: string; userId: string }

/** Throws `not-found`, also for another member's, and `deleted`. */
export const ownAgent = async (trx: Trx, { userId }: Owner, id: string): Promise<AgentRow> => {
  const row = await agentOf(trx, id)
  if (row?.owner_id !== userId) throw notFound()
  if (row.deleted_at !== null)
    throw new ProblemError('deleted', `'${row.fields.name}' has been deleted.`, {
      more: { deletedBy: userId, deletedAt: row.deleted_at.toISOString() },
    })
  return row
}

/**
 * For signals from now on; the same id returns the existing agent. `goesOnFrom` restores a deleted one. Throws `invalid-input` if
 * the plan allows no more, what `checkWatched` throws, and `deleted` or `not-found` for a used id.
 */
export const createAgent = async (
  trx: Trx,
  owner: Owner,
  { id = uuidv7(), goesOnFrom, ...fields }: CreatedAgent,
  now: Date,
): Promise<Agent> => {
  const seq = await nextTick(trx, owner.orgId)
  if (await agentOf(trx, id)) {
    await ownAgent(trx, owner, id)
    return viewOf(trx, owner, id)
  }
  await checkRoom(trx)
  await checkWatched(trx, owner.userId, fields)
  const { tick } = await trx.selectFrom('signal_clock').select('tick').executeTakeFirstOrThrow()
  const again = goesOnFrom === undefined ? undefined : await agentOf(trx, goesOnFrom)
  const goesOn = again?.owner_id === owner.userId && again.deleted_at !== null ? again : null
  const row = await trx
    .insertInto('signal_agent')
    .values({
      org_id: owner.orgId,
      id,
      owner_id: owner.userId,
      ...columnsOf(fields),
      seq,
      born: tick,
      created_at: goesOn?.created_at ?? now,
      updated_at: now,
      ...(goesOn && { last_run_at: goesOn.last_run_at, due_at: now }),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (goesOn === null) return agentView(row, 0)
  await takeHistory(trx, goesOn.id, id)
  return viewOf(trx, owner, id)
}

type CreatedAgent = AgentFields & { id?: string | undefined; goesOnFrom?: string | undefined }

const takeHistory = async (trx: Trx, from: string, to: string): Promise<void> => {
  // Rows of runs are immutable.
  await sql`
    with moved as (delete from agent_run where agent_id = ${from}::uuid returning *)
    insert into agent_run (org_id, id, agent_id, owner_id, at, signal_count)
    select org_id, id, ${to}::uuid, owner_id, at, signal_count from moved`.execute(trx)
  await trx.updateTable('agent_signal').set({ agent_id: to }).where('agent_id', '=', from).execute()
  await sql`
    update notice set agent_id = ${to}::uuid, opens = jsonb_set(opens, '{agentId}', to_jsonb(${to}::text))
    where agent_id = ${from}::uuid`.execute(trx)
}

/**
 * The last write wins. Waiting signals stay if they still match; `found` is what saved searches among its lists return. Throws as
 * `ownAgent` and `checkWatched` do.
 */
export const updateAgent = async (
  trx: Trx,
  owner: Owner,
  { id, ...fields }: AgentFields & { id: string },
  found: NonNullable<Question['found']>,
  now: Date,
): Promise<Agent> => {
  const seq = await nextTick(trx, owner.orgId)
  const before = await ownAgent(trx, owner, id)
  if (isDeepStrictEqual(before.fields, fields)) return viewOf(trx, owner, id)
  const previousListIds = [...before.fields.listIds, ...(before.fields.filters['lists'] ?? [])]
  await checkWatched(trx, owner.userId, fields, previousListIds)
  await trx
    .updateTable('signal_agent')
    .set({
      ...columnsOf(fields),
      version: before.version + 1,
      seq,
      updated_at: now,
      // Its delivery time may have changed, so it is checked again.
      due_at: now,
      claimed_until: null,
      changed_by: sql`pg_current_xact_id()`,
    })
    .where('id', '=', id)
    .execute()
  const watchChanged = watchedKeys.some(
    (key) => !isDeepStrictEqual(before.fields[key], fields[key]),
  )
  if (watchChanged) await forgetUnwatched(trx, owner, id, { ...fields, found, now })
  return viewOf(trx, owner, id)
}

/**
 * Its runs stay readable; waiting signals are stored for an hour in case it is restored. Repeated calls change nothing; throws
 * `not-found`.
 */
export const deleteAgent = async (trx: Trx, owner: Owner, id: string): Promise<void> => {
  const seq = await nextTick(trx, owner.orgId)
  const row = await agentOf(trx, id)
  if (row?.owner_id !== owner.userId) throw notFound()
  if (row.deleted_at !== null) return
  await endByIds(trx, [id], seq)
  await sql`delete from agent_signal f where f.run_id is null and f.agent_id in (
    select a.id from signal_agent a where a.deleted_at < now() - interval '1 hour')`.execute(trx)
  await forgetLongDeleted(trx)
}

/** Devices delete them at this tick. */
export const endByIds = async (trx: Trx, ids: readonly string[], seq: string): Promise<void> => {
  await trx
    .updateTable('signal_agent')
    .set({ deleted_at: sql`now()`, seq, due_at: null, changed_by: sql`pg_current_xact_id()` })
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .execute()
}

const watchedKeys = ['category', 'filters', 'types', 'listIds', 'minConfidence'] as const

const forgetUnwatched = async (
  trx: Trx,
  owner: Owner,
  id: string,
  question: Question,
): Promise<void> => {
  await sql`
    delete from agent_signal f where f.agent_id = ${id}::uuid and f.run_id is null and not exists (
      select from signal s where s.id = f.signal_id and ${meets(owner, question)})`.execute(trx)
}

const agentOf = (trx: Trx, id: string): Promise<AgentRow | undefined> =>
  trx.selectFrom('signal_agent').selectAll().where('id', '=', id).executeTakeFirst()

const viewOf = async (trx: Trx, { userId }: Owner, id: string): Promise<Agent> => {
  const [agent] = await agentViews(trx, userId, [id])
  if (!agent) throw notFound()
  return agent
}

const columnsOf = (fields: AgentFields) => ({
  fields: JSON.stringify(fields),
  category: fields.category,
  cadence: fields.cadence,
  paused: fields.paused,
})
