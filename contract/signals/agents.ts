import * as z from 'zod/mini'
import { call } from '../core/endpoint.ts'
import { Id, Moment, Name, Nothing, Version } from '../saved-work/item.ts'
import { Signal, SignalCategory, SignalFilters } from './signals.ts'

export const Cadence = z.enum(['instant', 'daily', 'weekly'])
export type Cadence = z.infer<typeof Cadence>
export const Channel = z.enum(['app', 'push', 'email'])
export type Channel = z.infer<typeof Channel>

/** Minutes since midnight in the organisation's time zone. */
const Minute = z.int().check(z.minimum(0), z.maximum(1439))

/** When nothing rings: from, until, across midnight where `from` is later. */
export const QuietHours = z.object({ from: Minute, until: Minute })
export type QuietHours = z.infer<typeof QuietHours>

/** What an agent watches for and how it tells (product 2.7). */
export const AgentFields = z.object({
  name: Name,
  category: SignalCategory,
  /** Of `contract/signals/signal-filters.ts`; types and lists stand beside them. */
  filters: SignalFilters,
  /** Slugs; none: every type of the category. */
  types: z.array(z.string().check(z.maxLength(60))).check(z.maxLength(30)),
  /** Lists and saved searches; none: the whole market. */
  listIds: z.array(Id).check(z.maxLength(20)),
  /** instant; daily at 07:30; weekly on Monday at 07:30, in the organisation's time zone. */
  cadence: Cadence,
  /** In the app always; push and e-mail besides. */
  channels: z.array(Channel).check(z.minLength(1), z.maxLength(3)),
  /** Null: it may ring at any hour. What comes while it is quiet is told after it; only the first notice of an agent that has just been made is not held. */
  quiet: z.nullable(QuietHours),
  /** Notices a day at most; what is over it waits for the next day. */
  mostADay: z.int().check(z.minimum(1), z.maximum(50)),
  /** 0 to 1. */
  minConfidence: z.number().check(z.minimum(0), z.maximum(1)),
  paused: z.boolean(),
})
export type AgentFields = z.infer<typeof AgentFields>

/** What a new agent begins with (product 2.7). */
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

/** One's own agent. */
export const Agent = z.extend(AgentFields, {
  id: Id,
  version: Version,
  createdAt: Moment,
  updatedAt: Moment,
  /** When it last told of something; null until then. */
  lastRunAt: z.nullable(Moment),
  /** Found and not yet told. */
  waiting: z.int(),
})
export type Agent = z.infer<typeof Agent>

/** One time an agent told of something. */
export const AgentRun = z.object({ id: Id, at: Moment, signalCount: z.int() })
export type AgentRun = z.infer<typeof AgentRun>

/** Agents (Ext; product 2.7). Each belongs to one member; nobody else sees it. With an `id` of the caller's own, creating twice is creating once. */
export const agentsCalls = {
  agents: call({
    method: 'GET',
    path: '/signals/agents',
    summary:
      "One's own agents, by name, how many the plan allows the organisation and how they tell",
    input: z.object({}),
    output: z.object({
      agents: z.array(Agent),
      /** How many the plan allows and how many there are, of everybody in the organisation together. */
      most: z.int(),
      held: z.int(),
      /** Those of one's own that neither find nor tell anything: the plan has become smaller, and the agents made before them use it up. */
      resting: z.array(Id),
      /** The organisation's time zone, an IANA name: 07:30 and quiet hours are there. */
      timeZone: z.string(),
      /** Whether this installation sends e-mail; without, the channel is taken and stays silent. */
      email: z.boolean(),
    }),
  }),
  createAgent: call({
    method: 'POST',
    path: '/signals/agents',
    summary: 'A new agent; it tells of what comes from now on',
    input: z.extend(AgentFields, {
      id: z.optional(Id),
      /** One's own deleted agent that this one is again: what it told and found, and its place among the others, go along. */
      goesOnFrom: z.optional(Id),
    }),
    output: Agent,
    status: 201,
    offline: true,
  }),
  /** The whole agent as it shall be; the later of two wins. */
  updateAgent: call({
    method: 'PUT',
    path: '/signals/agents/{id}',
    summary: 'Changes an agent',
    input: z.extend(AgentFields, { id: Id }),
    output: Agent,
    offline: true,
  }),
  deleteAgent: call({
    method: 'DELETE',
    path: '/signals/agents/{id}',
    summary: 'Deletes an agent',
    input: z.object({ id: Id }),
    output: Nothing,
    status: 204,
    offline: true,
  }),
  /** Quiet hours, cadence and the most a day do not hold one's own tap; null where there is nothing new. */
  runAgent: call({
    method: 'POST',
    path: '/signals/agents/{id}/run',
    summary: 'Tells now of what an agent found since it last told',
    input: z.object({ id: Id }),
    output: z.object({ run: z.nullable(AgentRun) }),
  }),
  agentRuns: call({
    method: 'GET',
    path: '/signals/agents/{id}/runs',
    summary: 'The runs of an agent, the latest first, 50 at most',
    input: z.object({ id: Id }),
    output: z.array(AgentRun),
  }),
  previewAgent: call({
    method: 'POST',
    path: '/signals/agents/preview',
    summary: 'What the last 90 days would have given an agent, and how often it would have rung',
    input: z.omit(AgentFields, { name: true }),
    output: z.object({
      total: z.int(),
      /** Notices it would have sent in these 90 days: with its cadence, quiet hours and most a day. */
      notices: z.int(),
      /** Days of these on which it had told as often as it may, and kept the rest for the next day. */
      fullDays: z.int(),
      days: z.array(z.object({ day: z.string(), count: z.int() })),
      /** The newest five. */
      sample: z.array(Signal),
    }),
    reads: true,
    rate: 'options',
  }),
}
