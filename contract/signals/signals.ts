import * as z from 'zod/mini'
import { call } from '../core/endpoint.ts'
import { Place } from '../records/records.ts'
import { Id, Moment, Nothing } from '../saved-work/item.ts'

/** The three kinds of signals (spec 1). */
export const SignalCategory = z.enum(['company', 'people', 'intent'])
export type SignalCategory = z.infer<typeof SignalCategory>

/** A calendar day, YYYY-MM-DD. */
const Day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))
const text = (most: number) => z.string().check(z.maxLength(most))

/** Whom a signal is about. */
const About = z.object({ id: Id, name: z.string() })

/**
 * Why a signal scores as it does: what was looked at and how many of the hundred points it gave (product 3, R14). The points of all
 * parts add up to the confidence in hundredths.
 */
export const ScorePart = z.object({ label: text(120), points: z.int() })
export type ScorePart = z.infer<typeof ScorePart>

/** What one type of signal tells besides: `change_pct`, `from`, `to`, `amount`... (product 2.7). */
const Metrics = z.record(
  z.string().check(z.maxLength(40)),
  z.union([
    z.string().check(z.maxLength(400)),
    z.number(),
    z.array(text(120)).check(z.maxLength(20)),
  ]),
)

/** One signal (product 2.7): why to call today, and how one can know. */
export const Signal = z.object({
  id: Id,
  category: SignalCategory,
  /** Its type, of `contract/signals/signal-types.ts`. */
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  /** One sentence: why now. */
  why_now: z.string(),
  key_topics: z.array(z.string()),
  event_date: Day,
  detected_at: Moment,
  company: z.nullable(z.extend(About, { industry: z.optional(z.string()) })),
  person: z.nullable(z.extend(About, { title: z.optional(z.string()) })),
  position: z.optional(z.string()),
  /** Where it happened, or where whom it is about sits. */
  location: z.optional(Place),
  department: z.optional(z.string()),
  seniority: z.optional(z.string()),
  employment_type: z.optional(z.string()),
  /** 60 to 100, of intent only: 50 is average (product 2.7). */
  surge_rating: z.optional(z.int()),
  /** Weeks: 1, 2, 4 or 12, of intent only. */
  intent_timeframe: z.optional(z.int()),
  metrics: Metrics,
  source: z.object({
    name: z.string(),
    url: z.nullable(z.string()),
    published_at: z.nullable(Day),
  }),
  /** 0 to 1; `score` says what it is made of. */
  confidence: z.number(),
  score: z.array(ScorePart),
  /** One's own agents that found it, and the lists whom it is about is in. */
  agentIds: z.array(Id),
  listIds: z.array(Id),
  /** The run of an agent that told of it, if one did. */
  runId: z.nullable(Id),
  seen: z.boolean(),
  dismissed: z.boolean(),
})
export type Signal = z.infer<typeof Signal>

/** Chosen values by filter identifier: those of `contract/signals/signal-filters.ts`. */
export const SignalFilters = z.record(z.string(), z.array(text(200)).check(z.maxLength(200)))
export type SignalFilters = z.infer<typeof SignalFilters>

/** How far back one looks unless asked otherwise (spec 9). */
export const defaultDays = 90

/** What is looked for among signals; the spec's request without its page. */
export const SignalQuestion = z.object({
  category: SignalCategory,
  filters: z._default(SignalFilters, {}),
  /** Words in title, summary, company and person. */
  search: z._default(text(120), ''),
  /** Only what this agent looks for. */
  agentId: z.optional(z.nullable(Id)),
  /** Only what these runs of agents told of (the opened notification, spec 3). */
  incrementalRunIds: z.optional(z.array(Id).check(z.maxLength(50))),
})
export type SignalQuestion = z.infer<typeof SignalQuestion>

/** What can be sorted by; event_date, newest first, then confidence, unless asked otherwise (product 2.7). */
export const signalSorts = ['event_date', 'detected_at', 'confidence', 'surge_rating'] as const

/** The signals request (spec 3). */
export const SignalsRequest = z.extend(SignalQuestion, {
  from: z._default(z.int().check(z.minimum(0), z.maximum(10_000)), 0),
  size: z._default(z.int().check(z.minimum(1), z.maximum(100)), 10),
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
  /** Whether anybody tells of this category at all: without a source of intent there is none, and none is made up. */
  sourced: z.boolean(),
})

const records = <const Path extends string>(path: Path, summary: string) =>
  call({
    method: 'POST',
    path,
    summary,
    input: SignalsRequest,
    output: Signals,
    reads: true,
    rate: 'records',
  })

/** Most signals one call may act on. */
export const mostActedOn = 200

export const SignalAct = z.enum(['seen', 'dismiss', 'restore'])
export type SignalAct = z.infer<typeof SignalAct>

/** A type one does not want to hear of until then. */
export const Snooze = z.object({ slug: z.string(), until: Moment })
export type Snooze = z.infer<typeof Snooze>

/**
 * Signals (spec 7, product 2.7). Left out is what the organisation suppresses, what one dismissed and, unless asked for by name, what
 * one snoozed. What a run told of is shown although it is snoozed, or older than 90 days: its notice has counted it.
 */
export const signalsCalls = {
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
  /** Its days without those the question asks for, and its types without the chosen ones: what one could choose instead is there too. */
  signalsOverTime: call({
    method: 'POST',
    path: '/signals/over-time',
    summary:
      'How many signals of a question fall on each day of the last 90, and how many of each type',
    input: SignalQuestion,
    output: z.object({
      /** Days with signals only, in order. */
      days: z.array(z.object({ day: Day, count: z.int() })),
      types: z.array(z.object({ slug: z.string(), count: z.int() })),
    }),
    reads: true,
    rate: 'options',
  }),
  signalsOf: call({
    method: 'GET',
    path: '/records/{category}/{id}/signals',
    summary:
      'What happened at a company (its people included) or to a person in the last 90 days, the newest first, 50 at most; what one snoozed is there',
    input: z.object({ category: z.enum(['company', 'people']), id: Id }),
    output: z.object({ total: z.int(), signals: z.array(Signal) }),
  }),
  /** Doing it twice is doing it once. */
  actOnSignals: call({
    method: 'POST',
    path: '/signals/acts',
    summary: 'Marks signals as seen, dismisses them or takes that back',
    input: z.object({
      ids: z.array(Id).check(z.minLength(1), z.maxLength(mostActedOn)),
      act: SignalAct,
    }),
    output: Nothing,
    status: 204,
    offline: true,
  }),
  snoozes: call({
    method: 'GET',
    path: '/signals/snoozes',
    summary: 'The types one does not want to hear of now',
    input: z.object({}),
    output: z.array(Snooze),
  }),
  /** `until` null ends it. */
  snoozeType: call({
    method: 'PUT',
    path: '/signals/snoozes/{slug}',
    summary: 'Leaves a type of signal out until a moment, at most a year from now',
    input: z.object({ slug: text(60), until: z.nullable(Moment) }),
    output: z.array(Snooze),
  }),
}
