import { countAgents, agentsResting } from '../agents/check-agent.ts'
import { createAgent, deleteAgent, ownAgent, updateAgent } from '../agents/store.ts'
import { zoneNow } from '../agents/time.ts'
import { agentViews } from '../agents/views.ts'
import { entitlementsOf } from '../plans/entitlements.ts'
import { runAgentNow } from '../agents/run-agent.ts'
import type { QueryResolver } from '../saved-work/resolve-query.ts'
import { recordsOfSearches } from '../signals/prepare-question.ts'
import type { Handlers } from '../platform/http/context.ts'
import { preview } from '../agents/preview.ts'
import { reportTasks, taskObstacle } from '../crm/activities/report-tasks.ts'
import type { Crms } from '../crm/crms.ts'

export type AgentsParts = {
  now: () => number
  email: boolean
  resolver: QueryResolver
  crms: Crms
  onEnqueued: () => void
}

export const agentsHandlers = ({
  now,
  email,
  resolver,
  crms,
  onEnqueued,
}: AgentsParts): Handlers<
  | 'agents'
  | 'createAgent'
  | 'updateAgent'
  | 'deleteAgent'
  | 'runAgent'
  | 'agentRuns'
  | 'previewAgent'
> => ({
  agents: (_, { inOrg, userId }) =>
    inOrg(async (trx) => {
      const agents = await agentViews(trx, userId)
      const resting = await agentsResting(trx)
      return {
        agents,
        most: (await entitlementsOf(trx)).agents,
        used: await countAgents(trx),
        resting: agents.flatMap(({ id }) => (resting.has(id) ? id : [])),
        timeZone: await zoneNow(trx),
        email,
        crmTask: await taskObstacle(trx, crms),
      }
    }),
  createAgent: (input, context) =>
    context.inOrg((trx) => createAgent(trx, context, input, new Date(now()))),
  updateAgent: async (input, context) => {
    const found = await recordsOfSearches(resolver, context, [input])
    return context.inOrg((trx) => updateAgent(trx, context, input, found, new Date(now())))
  },
  deleteAgent: ({ id }, context) => context.inOrg((trx) => deleteAgent(trx, context, id)),
  agentRuns: ({ id }, context) =>
    context.inOrg(async (trx) => {
      await ownAgent(trx, context, id)
      const runs = await trx
        .selectFrom('agent_run')
        .select(['id', 'at', 'signal_count'])
        .where('agent_id', '=', id)
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(maxRuns)
        .execute()
      const tasks = await reportTasks(
        trx,
        crms,
        runs.map((run) => run.id),
      )
      return runs.map((run) => ({
        id: run.id,
        at: run.at.toISOString(),
        signalCount: run.signal_count,
        tasks: tasks.get(run.id) ?? null,
      }))
    }),
  runAgent: async ({ id }, context) => {
    const options = { now: new Date(now()), email }
    const run = await context.inOrg(async (trx) => {
      const finished = await runAgentNow(trx, context, id, options)
      if (!finished) return null
      const tasks = await reportTasks(trx, crms, [finished.id])
      return { ...finished, tasks: tasks.get(finished.id) ?? null }
    })
    if (run) context.afterwards(onEnqueued)
    return { run }
  },
  previewAgent: (input, context) => preview(resolver, context, input, new Date(now())),
})

const maxRuns = 50
