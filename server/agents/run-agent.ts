import type { FastifyBaseLogger } from 'fastify'
import { sql, type Transaction } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { AgentRun } from '../../contract/signals/agents.ts'
import { opensApp } from '../../contract/org/customer.ts'
import type { OpenedSignals } from '../../contract/signals/notifications.ts'
import type { Database } from '../platform/db/db.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import { enqueue } from '../platform/db/queue.ts'
import type { Tables } from '../platform/db/tables.ts'
import { enqueueTasks } from '../crm/activities/enqueue-tasks.ts'
import { subscriptionOf } from '../customer/customer.ts'
import { enqueuePush } from '../push/outbox.ts'
import { nextTick } from '../saved-work/clock.ts'
import { categoriesSeen } from '../signals/access.ts'
import { all, notSnoozed, seen } from '../signals/conditions.ts'
import { agentsResting, checkAwake } from './check-agent.ts'
import { findDeliveryTime } from './delivery-time.ts'
import { ownAgent, type Owner } from './store.ts'
import { deleteOldNotifications } from '../notifications/store.ts'
import { localOf, zoneNow } from './time.ts'
import type { AgentRow } from './views.ts'
import { titleOf } from './run-title.ts'
import { dayMs } from '../../contract/core/days.ts'

type Trx = Transaction<Tables>

/** Its tasks are in `reportTasks`. */
type Run = Omit<AgentRun, 'tasks'>

/** Its id is the run's. */
export const emailJob = 'agent-email'

export type RunAgentParts = {
  db: Database
  now: () => number
  email: boolean
  log?: FastifyBaseLogger | undefined
}

const atOnce = 20
/** After it, agents of a crashed process can be claimed again. */
const claimMs = 60_000
const laterMs = 60 * 60_000
const afterFailureMs = 60_000

/** Resolves to how many notified. A failed agent is retried after a minute. */
export const runDueAgents = async (
  parts: RunAgentParts,
  isStopped: () => boolean = () => false,
): Promise<number> => {
  const { db, log } = parts
  let runCount = 0
  while (!isStopped()) {
    const now = new Date(parts.now())
    const due = await claimDue(db, now)
    if (due.length === 0) break
    for (const { orgId, id } of due)
      try {
        if (await runDueAgent(parts, orgId, id, now)) runCount++
      } catch (error) {
        log?.error({ err: error, agent: id }, 'an agent failed to run')
        const again = new Date(now.getTime() + afterFailureMs)
        await db.asOrg(orgId, (trx) => setDue(trx, id, again))
      }
  }
  return runCount
}

/**
 * Ignores cadence, quiet hours and daily limit. Null if there is nothing new. Throws as `ownAgent` does, and `feature-disabled`.
 */
export const runAgentNow = async (
  trx: Trx,
  owner: Owner,
  id: string,
  { now, email }: Pick<RunAgentParts, 'email'> & { now: Date },
): Promise<Run | null> => {
  const seq = await nextTick(trx, owner.orgId)
  // With the tick taken, no other transaction can end the agent in between.
  await ownAgent(trx, owner, id)
  const agent = await lockedAgent(trx, id)
  if (!agent) return null
  if (!(await categoriesSeen(trx)).includes(agent.category))
    throw new ProblemError(
      'feature-disabled',
      `Your plan doesn’t include ${agent.category} signals.`,
    )
  await checkAwake(trx, id)
  await discardStaleFinds(trx, agent, now)
  return (await firstWaiting(trx, agent)) ? runAgent(trx, agent, { seq, now, email }) : null
}

/** That no other process has claimed, the longest due first. */
const claimDue = async (db: Database, now: Date): Promise<{ orgId: string; id: string }[]> => {
  const until = new Date(now.getTime() + claimMs)
  const { rows } = await sql<{ orgId: string; id: string; dueAt: Date }>`
    with due as (
      select org_id, id from signal_agent
      where due_at <= ${now} and deleted_at is null and (claimed_until is null or claimed_until <= ${now})
      order by due_at, id limit ${atOnce} for update skip locked
    )
    update signal_agent a set claimed_until = ${until} from due
    where a.org_id = due.org_id and a.id = due.id
    returning a.org_id as "orgId", a.id, a.due_at as "dueAt"`.execute(db.owner)
  return rows.toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime() || (a.id < b.id ? -1 : 1))
}

const runDueAgent = async (
  { db, email }: RunAgentParts,
  orgId: string,
  id: string,
  now: Date,
): Promise<boolean> => {
  const isTime = await db.asOrg(orgId, (trx) => lockOrReschedule(trx, id, now))
  if (!isTime) return false
  return db.asOrg(orgId, async (trx) => {
    // Take the tick before the agent's lock, in the same order as edits, to avoid a deadlock; the agent may have changed in between.
    const seq = await nextTick(trx, orgId)
    const agent = await lockOrReschedule(trx, id, now)
    if (!agent) return false
    await runAgent(trx, agent, { seq, now, email })
    return true
  })
}

/** The agent, locked, if it notifies now; otherwise null, and it is due again when that may change. */
const lockOrReschedule = async (trx: Trx, id: string, now: Date): Promise<AgentRow | null> => {
  const agent = await lockedAgent(trx, id)
  if (!agent || agent.due_at === null || agent.due_at > now) return null
  const when = await nextNotification(trx, agent, now)
  if (when !== null && when <= now) return agent
  await setDue(trx, id, when)
  return null
}

/** Decides when an agent notifies: `now`, a later moment to check again, or null until its next find. Discards its stale finds. */
const nextNotification = async (trx: Trx, agent: AgentRow, now: Date): Promise<Date | null> => {
  if (agent.paused) return null
  if (!(await mayRun(trx, agent, now))) return new Date(now.getTime() + laterMs)
  await discardStaleFinds(trx, agent, now)
  const since = await firstWaiting(trx, agent)
  if (since === null) {
    // The next find makes it due again.
    return null
  }
  const zone = agent.fields.timeZone ?? (await zoneNow(trx))
  const days = await runDays(trx, agent, zone, now)
  const waiting = {
    since,
    deliveriesOn: (day: string) => days.filter((each) => each === day).length,
  }
  const how = isFirstRun(agent, now) ? { ...agent.fields, quiet: null } : agent.fields
  return findDeliveryTime(how, waiting, now, zone)
}

/** A new agent's first notification ignores quiet hours for a while, so that its owner sees it work. */
const isFirstRun = (
  { last_run_at: lastRunAt, created_at: createdAt }: AgentRow,
  now: Date,
): boolean => lastRunAt === null && now.getTime() - createdAt.getTime() < newAgentMs

const newAgentMs = 10 * 60_000

const runAgent = async (
  trx: Trx,
  agent: AgentRow,
  { seq, now, email }: { seq: string; now: Date; email: boolean },
): Promise<Run> => {
  const { org_id: orgId, id: agentId, owner_id: userId, fields, category } = agent
  const runId = uuidv7()
  const before = await justNotified(trx, agent, now)
  const noticeId = before?.id ?? uuidv7()
  const { numUpdatedRows } = await trx
    .updateTable('agent_signal')
    .set({ run_id: runId })
    .where('agent_id', '=', agentId)
    .where('run_id', 'is', null)
    .executeTakeFirstOrThrow()
  const signalCount = Number(numUpdatedRows)
  const runIds = [...(before?.opens?.incrementalRunIds ?? []), runId]
  const types = await countTypes(trx, runIds)
  const title = titleOf(types)
  const [slug = null] = types.size === 1 ? types.keys() : []
  const opens: OpenedSignals = {
    listIds: fields.listIds,
    agentId,
    signalType: { slug, category },
    incrementalRunIds: runIds,
    signalCount: [...types.values()].reduce((sum, count) => sum + count, 0),
  }
  await trx
    .insertInto('agent_run')
    .values({
      org_id: orgId,
      id: runId,
      agent_id: agentId,
      owner_id: userId,
      at: now,
      signal_count: signalCount,
    })
    .execute()
  await deleteOldNotifications(trx, userId, now)
  await trx
    .insertInto('notice')
    .values({
      org_id: orgId,
      id: noticeId,
      user_id: userId,
      run_id: runId,
      agent_id: agentId,
      at: now,
      title,
      agent_name: fields.name,
      opens: JSON.stringify(opens),
    })
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'id']).doUpdateSet((row) => ({
        title: row.ref('excluded.title'),
        opens: row.ref('excluded.opens'),
      })),
    )
    .execute()
  if (fields.channels.includes('push')) {
    const names = await namesIn(trx, runId)
    await enqueuePush(trx, orgId, userId, { runId, noticeId, title, opens, names }, now)
  }
  if (email && fields.channels.includes('email'))
    await enqueue(trx, { orgId, kind: emailJob, id: runId })
  if (fields.channels.includes('crm_task'))
    await enqueueTasks(trx, { orgId, ownerId: userId, runId, at: now })
  await trx
    .updateTable('signal_agent')
    .set({ last_run_at: now, due_at: null, claimed_until: null, seq })
    .where('id', '=', agentId)
    .execute()
  return { id: runId, at: now.toISOString(), signalCount }
}

/** The agent's unread notification of the last minute: what is found now joins it. */
const justNotified = (trx: Trx, { id, owner_id: userId }: AgentRow, now: Date) =>
  trx
    .selectFrom('notice')
    .select(['id', 'opens'])
    .where('user_id', '=', userId)
    .where('agent_id', '=', id)
    .where('read_at', 'is', null)
    .where('at', '>', new Date(now.getTime() - joinMs))
    .orderBy('at', 'desc')
    .executeTakeFirst()

const joinMs = 60_000

const countTypes = async (trx: Trx, runIds: readonly string[]): Promise<Map<string, number>> => {
  const { rows } = await sql<{ slug: string; count: number }>`
    select s.slug, count(*)::int as count from agent_signal f join signal s on s.id = f.signal_id
    where f.run_id = any(${runIds}::uuid[]) group by s.slug order by s.slug`.execute(trx)
  return new Map(rows.map(({ slug, count }) => [slug, count]))
}

/** Locked, so that a concurrent match makes the agent due again afterwards. */
const lockedAgent = (trx: Trx, id: string): Promise<AgentRow | undefined> =>
  trx
    .selectFrom('signal_agent')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

const setDue = async (trx: Trx, id: string, due: Date | null): Promise<void> => {
  await trx
    .updateTable('signal_agent')
    .set({ due_at: due, claimed_until: null })
    .where('id', '=', id)
    .execute()
}

const mayRun = async (trx: Trx, { id, category }: AgentRow, now: Date): Promise<boolean> =>
  opensApp(await subscriptionOf(trx), now.getTime()) &&
  (await categoriesSeen(trx)).includes(category) &&
  !(await agentsResting(trx)).has(id)

const discardStaleFinds = async (
  trx: Trx,
  { org_id: orgId, id, owner_id: userId }: AgentRow,
  now: Date,
): Promise<void> => {
  const reader = { orgId, userId }
  await sql`
    delete from agent_signal f where f.agent_id = ${id}::uuid and f.run_id is null and not exists (
      select from signal s where s.id = f.signal_id
        and ${all([...seen(reader), notSnoozed(reader, now, [])])})`.execute(trx)
}

const firstWaiting = async (trx: Trx, { id }: AgentRow): Promise<Date | null> => {
  const { since } = await trx
    .selectFrom('agent_signal')
    .select(sql<Date | null>`min(found_at)`.as('since'))
    .where('agent_id', '=', id)
    .where('run_id', 'is', null)
    .executeTakeFirstOrThrow()
  return since
}

const runDays = async (trx: Trx, { id }: AgentRow, zone: string, now: Date): Promise<string[]> => {
  const rows = await trx
    .selectFrom('agent_run')
    .select('at')
    .where('agent_id', '=', id)
    .where('at', '>', new Date(now.getTime() - twoDaysMs))
    .execute()
  return rows.map(({ at }) => localOf(at, zone).day)
}

const twoDaysMs = 2 * dayMs

const namesIn = async (trx: Trx, runId: string): Promise<string[]> => {
  const { rows } = await sql<{ name: string | null }>`
    select coalesce(s.doc->'person'->>'name', s.doc->'company'->>'name') as name
    from agent_signal f join signal s on s.id = f.signal_id
    where f.run_id = ${runId}::uuid
    order by s.event_date desc, s.confidence desc, s.id limit 10`.execute(trx)
  return [...new Set(rows.flatMap(({ name }) => name ?? []))].slice(0, 3)
}
