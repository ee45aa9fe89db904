import * as z from 'zod/mini'
import { listPageSize } from '../constants.ts'
import { memberEndpoint } from '../core/endpoint.ts'
import { DoNotCall, PostalAddress } from '../records/records.ts'
import { Id, Moment, Nothing } from '../saved-work/item.ts'

/** Spec 1. */
export const SignalCategory = z.enum(['company', 'people', 'intent'])
export type SignalCategory = z.infer<typeof SignalCategory>

const Day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))
const text = (max: number) => z.string().check(z.maxLength(max))

const About = z.object({ id: Id, name: z.string() })

/** Product 3, R14. All points add up to the confidence in hundredths. */
export const ScorePart = z.object({ label: text(120), points: z.int() })
export type ScorePart = z.infer<typeof ScorePart>

/** Depend on the type: `change_pct`, `from`, `to`, `amount`... (product 2.7). */
const Metrics = z.record(
  z.string().check(z.maxLength(40)),
  z.union([
    z.string().check(z.maxLength(400)),
    z.number(),
    z.array(text(120)).check(z.maxLength(20)),
  ]),
)

/** Product 2.7. */
export const Signal = z.object({
  id: Id,
  category: SignalCategory,
  /** Of `contract/signals/signal-types.ts`. */
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  /** One sentence: why now. */
  why_now: z.string(),
  key_topics: z.array(z.string()),
  event_date: Day,
  detected_at: Moment,
  /** `phone` is the company's main number today, `dnc` what is known of it. */
  company: z.nullable(
    z.extend(About, {
      industry: z.optional(z.string()),
      phone: z.optional(z.string()),
      dnc: z.optional(DoNotCall),
    }),
  ),
  person: z.nullable(z.extend(About, { title: z.optional(z.string()) })),
  position: z.optional(z.string()),
  /** Of the event, else of its subject. */
  location: z.optional(PostalAddress),
  department: z.optional(z.string()),
  seniority: z.optional(z.string()),
  employment_type: z.optional(z.string()),
  /** 60 to 100, for intent only: 50 is average (product 2.7). */
  surge_rating: z.optional(z.int()),
  /** Weeks: 1, 2, 4 or 12, for intent only. */
  intent_timeframe: z.optional(z.int()),
  metrics: Metrics,
  source: z.object({
    name: z.string(),
    url: z.nullable(z.string()),
    published_at: z.nullable(Day),
  }),
  /** 0 to 1; `score` lists its parts. */
  confidence: z.number(),
  score: z.array(ScorePart),
  /** The caller's agents, and the lists that hold its subject. */
  agentIds: z.array(Id),
  listIds: z.array(Id),
  runId: z.nullable(Id),
  seen: z.boolean(),
  dismissed: z.boolean(),
})
export type Signal = z.infer<typeof Signal>

/** By identifier of `contract/signals/signal-filters.ts`. */
export const SignalFilters = z.record(z.string(), z.array(text(200)).check(z.maxLength(200)))
export type SignalFilters = z.infer<typeof SignalFilters>

/** The spec's request without its page. */
export const SignalQuestion = z.object({
  category: SignalCategory,
  filters: z._default(SignalFilters, {}),
  search: z._default(text(120), ''),
  agentId: z.optional(z.nullable(Id)),
  /** Leaves out what happened in the other country. */
  country: z.optional(z.enum(['AU', 'NZ'])),
  /** Only lists of the caller and good fits of the organisation; all signals where it has neither. */
  forYou: z.optional(z.boolean()),
  /** The opened notification (spec 3). */
  incrementalRunIds: z.optional(z.array(Id).check(z.maxLength(50))),
})
export type SignalQuestion = z.infer<typeof SignalQuestion>

/** The default is event_date, newest first, then confidence (product 2.7). */
export const signalSorts = [
  'event_date',
  'detected_at',
  'confidence',
  'surge_rating',
  /** Each company by its newest signal, with all of its signals. */
  'company',
] as const

export const SignalsRequest = z.extend(SignalQuestion, {
  from: z._default(z.int().check(z.minimum(0), z.maximum(10_000)), 0),
  size: z._default(z.int().check(z.minimum(1), z.maximum(100)), listPageSize),
  sorting: z._default(
    z
      .array(z.object({ field: z.enum(signalSorts), order: z.enum(['asc', 'desc']) }))
      .check(z.maxLength(1)),
    [],
  ),
})

const Signals = z.object({
  success: z.boolean(),
  total: z.int(),
  signals: z.array(Signal),
  /** Without a source there are no intent signals. */
  sourced: z.boolean(),
  /** Whether `forYou` had lists or an ideal customer profile to go by. */
  forYou: z.optional(z.boolean()),
})

const records = <const Path extends string>(path: Path, summary: string) =>
  memberEndpoint({
    method: 'POST',
    path,
    summary,
    input: SignalsRequest,
    output: Signals,
    reads: true,
    rate: 'records',
  })

export const maxMarked = 200

export const SignalAct = z.enum(['seen', 'dismiss', 'restore'])
export type SignalAct = z.infer<typeof SignalAct>

export const Snooze = z.object({ slug: z.string(), until: Moment })
export type Snooze = z.infer<typeof Snooze>

/**
 * Spec 7, product 2.7. Leaves out suppressed, dismissed and, unless requested by name, snoozed signals; a run's are always
 * included, because its notification counted them.
 */
export const signalsEndpoints = {
  coreSignals: records('/core/signals/records', 'Signals of all three categories, with both flags'),
  targetingSignals: records(
    '/targeting/signals/records',
    'Signals about companies and people, with signal-targeting alone',
  ),
  intentSignals: records('/intent/signals/records', 'Intent signals, with signal-intent alone'),
  /** Always 403 `feature-disabled`. */
  signals: records(
    '/signals/records',
    'Refused: signals are asked for under the prefix of the flags',
  ),
  /** Ignores the requested days when it counts days, and the requested types when it counts types, so that alternatives have counts too. */
  signalsOverTime: memberEndpoint({
    method: 'POST',
    path: '/signals/over-time',
    summary:
      'How many signals of a question fall on each day of the last 90, and how many of each type',
    input: SignalQuestion,
    output: z.object({
      /** Without empty days, in order. */
      days: z.array(z.object({ day: Day, count: z.int() })),
      types: z.array(z.object({ slug: z.string(), count: z.int() })),
    }),
    reads: true,
    rate: 'options',
  }),
  signalsOf: memberEndpoint({
    method: 'GET',
    path: '/records/{category}/{id}/signals',
    summary:
      'What happened at a company (its people included) or to a person in the last 90 days, the newest first, 50 at most; what one snoozed is there',
    input: z.object({ category: z.enum(['company', 'people']), id: Id }),
    output: z.object({ total: z.int(), signals: z.array(Signal) }),
  }),
  /** Idempotent. */
  actOnSignals: memberEndpoint({
    method: 'POST',
    path: '/signals/acts',
    summary: 'Marks signals as seen, dismisses them or takes that back',
    input: z.object({
      ids: z.array(Id).check(z.minLength(1), z.maxLength(maxMarked)),
      act: SignalAct,
    }),
    output: Nothing,
    status: 204,
    offline: true,
  }),
  snoozes: memberEndpoint({
    method: 'GET',
    path: '/signals/snoozes',
    summary: 'The types one does not want to hear of now',
    input: z.object({}),
    output: z.array(Snooze),
  }),
  /** `until` null ends it. */
  snoozeType: memberEndpoint({
    method: 'PUT',
    path: '/signals/snoozes/{slug}',
    summary: 'Leaves a type of signal out until a moment, at most a year from now',
    input: z.object({ slug: text(60), until: z.nullable(Moment) }),
    output: z.array(Snooze),
  }),
}
