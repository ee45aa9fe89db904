import * as z from 'zod/mini'
import { memberEndpoint } from '../core/endpoint.ts'
import { TimeZone } from '../core/time-zones.ts'
import { changeOf, Id, Moment, Name, Nothing, Version } from '../saved-work/item.ts'
import { Signal, SignalCategory, SignalFilters } from './signals.ts'

export const Cadence = z.enum(['instant', 'daily', 'weekly'])
export type Cadence = z.infer<typeof Cadence>
export const Channel = z.enum(['app', 'push', 'email', 'crm_task'])
export type Channel = z.infer<typeof Channel>

/** Minutes since midnight in the agent's time zone. */
const Minute = z.int().check(z.minimum(0), z.maximum(1439))

/** Past midnight if `from` is later. */
export const QuietHours = z.object({ from: Minute, until: Minute })
export type QuietHours = z.infer<typeof QuietHours>

/** Product 2.7. */
export const AgentFields = z.object({
  name: Name,
  category: SignalCategory,
  /** Of `contract/signals/signal-filters.ts`, without types and lists. */
  filters: SignalFilters,
  /** Slugs; none: every type of the category. */
  types: z.array(z.string().check(z.maxLength(60))).check(z.maxLength(30)),
  /** Lists and saved searches; none: the whole market. */
  listIds: z.array(Id).check(z.maxLength(20)),
  /** instant; daily at 07:30; weekly on Monday at 07:30, in the agent's time zone. */
  cadence: Cadence,
  /** Without it, the organisation's. */
  timeZone: z.optional(TimeZone),
  /** Always in the app; the others are optional. */
  channels: z.array(Channel).check(z.minLength(1), z.maxLength(4)),
  /** Null: any hour. Signals in quiet hours are delivered after them; only a new agent's first notification ignores them. */
  quiet: z.nullable(QuietHours),
  /** Further signals wait for the next day. */
  mostADay: z.int().check(z.minimum(1), z.maximum(50)),
  /** 0 to 1. */
  minConfidence: z.number().check(z.minimum(0), z.maximum(1)),
  paused: z.boolean(),
})
export type AgentFields = z.infer<typeof AgentFields>

/** Product 2.7. */
export const newAgent: AgentFields = {
  name: '',
  category: 'company',
  filters: {},
  types: [],
  listIds: [],
  cadence: 'instant',
  channels: ['app', 'push'],
  quiet: { from: 19 * 60, until: 7 * 60 },
  mostADay: 5,
  minConfidence: 0.6,
  paused: false,
}

export const Agent = z.extend(AgentFields, {
  id: Id,
  version: Version,
  createdAt: Moment,
  updatedAt: Moment,
  lastRunAt: z.nullable(Moment),
  /** Found and not yet delivered. */
  waiting: z.int(),
})
export type Agent = z.infer<typeof Agent>

/** Tasks in CRMs; a company has one of a run. */
export const RunTasks = z.object({
  added: z.int(),
  waiting: z.int(),
  /** Why others were not added, in sentences. */
  problems: z.array(z.string()),
})
export type RunTasks = z.infer<typeof RunTasks>

export const AgentRun = z.object({
  id: Id,
  at: Moment,
  signalCount: z.int(),
  /** Null: the agent adds none. */
  tasks: z.nullable(RunTasks),
})
export type AgentRun = z.infer<typeof AgentRun>

/** What a device syncs: only the user's own agents. */
export const agentsChanges = [changeOf('agent', Agent)] as const

/** Agents (Ext; product 2.7). Each belongs to one member and is private. Idempotent with an `id` from the caller. */
export const agentsEndpoints = {
  agents: memberEndpoint({
    method: 'GET',
    path: '/signals/agents',
    summary:
      "One's own agents, by name, how many the plan allows the organisation and how they tell",
    input: z.object({}),
    output: z.object({
      agents: z.array(Agent),
      most: z.int(),
      used: z.int(),
      /** Beyond the limit of a plan that became smaller: they neither match nor notify. */
      resting: z.array(Id),
      /** The organisation's. */
      timeZone: TimeZone,
      /** Without email, the channel is accepted without effect. */
      email: z.boolean(),
      /** Why no task can be added in a CRM, in a sentence; null: it can. The channel is accepted all the same. */
      crmTask: z.nullable(z.string()),
    }),
  }),
  createAgent: memberEndpoint({
    method: 'POST',
    path: '/signals/agents',
    summary: 'A new agent; it tells of what comes from now on',
    input: z.extend(AgentFields, {
      id: z.optional(Id),
      /** A deleted agent that this one restores, with its runs, signals and position. */
      goesOnFrom: z.optional(Id),
    }),
    output: Agent,
    status: 201,
    offline: true,
  }),
  /** Replaces the whole agent; the last write wins. */
  updateAgent: memberEndpoint({
    method: 'PUT',
    path: '/signals/agents/{id}',
    summary: 'Changes an agent',
    input: z.extend(AgentFields, { id: Id }),
    output: Agent,
    offline: true,
  }),
  deleteAgent: memberEndpoint({
    method: 'DELETE',
    path: '/signals/agents/{id}',
    summary: 'Deletes an agent',
    input: z.object({ id: Id }),
    output: Nothing,
    status: 204,
    offline: true,
  }),
  /** Ignores quiet hours, cadence and the daily limit; null if there is nothing new. */
  runAgent: memberEndpoint({
    method: 'POST',
    path: '/signals/agents/{id}/run',
    summary: 'Notifies now with what an agent found since its last run',
    input: z.object({ id: Id }),
    output: z.object({ run: z.nullable(AgentRun) }),
  }),
  agentRuns: memberEndpoint({
    method: 'GET',
    path: '/signals/agents/{id}/runs',
    summary: 'The runs of an agent, the latest first, 50 at most',
    input: z.object({ id: Id }),
    output: z.array(AgentRun),
  }),
  previewAgent: memberEndpoint({
    method: 'POST',
    path: '/signals/agents/preview',
    summary: 'What the last 90 days would have given an agent, and how often it would have rung',
    input: z.omit(AgentFields, { name: true }),
    output: z.object({
      total: z.int(),
      /** In these 90 days, with its cadence, quiet hours and daily limit. */
      notices: z.int(),
      /** Its limit was reached and the rest delayed. */
      fullDays: z.int(),
      days: z.array(z.object({ day: z.string(), count: z.int() })),
      /** The newest five. */
      sample: z.array(Signal),
    }),
    reads: true,
    rate: 'options',
  }),
}
