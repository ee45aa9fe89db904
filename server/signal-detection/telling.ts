import type { Company, Person, Place } from '../../contract/records/records.ts'
import { signalTypeOf } from '../../contract/signals/signal-types.ts'
import type { ScorePart } from '../../contract/signals/signals.ts'
import { aboutOf } from '../signals/about.ts'
import type { SignalDraft } from '../signals/adding.ts'

/** Who tells, for which day (YYYY-MM-DD), where one can read it, and how far they are believed, from 0 to 1. */
export type Telling = { source: string; url: string | null; day: string; trust: number }

/** What a type of signal says of one event, in words and figures; who tells it and whom it is about come beside it. */
export type Event = Pick<SignalDraft, 'slug' | 'title' | 'summary' | 'why_now' | 'metrics'> &
  Partial<
    Pick<SignalDraft, 'location' | 'department' | 'seniority' | 'position' | 'employment_type'>
  > & {
    topics: readonly string[]
    /** What makes it this event of its company or person on that day; none where the type says it all. */
    what?: string
    /** What speaks for it beside its source; 50 points in all at most. */
    evidence: readonly ScorePart[]
  }

/** Most points a source gives by being believed; what it shows gives the others. */
const mostOfSource = 50

/** An event as a signal, scored by what was looked at. Telling it twice for one day gives one key. */
export const signalOf = (
  { topics, what = '', evidence, ...said }: Event,
  about: { company: Company; person?: Person },
  { source, url, day, trust }: Telling,
): SignalDraft => {
  const { company, person } = about
  const type = signalTypeOf(said.slug)
  if (type === undefined) throw new RangeError(`We don’t know the signal type '${said.slug}'.`)
  const score = [
    { label: `Reported by ${source}`.slice(0, 120), points: Math.round(mostOfSource * trust) },
    ...evidence,
  ]
  return {
    ...aboutOf({ company, person: person ?? null }),
    ...said,
    title: short(said.title, 200),
    category: type.category,
    key_topics: [...new Set(topics)].map((topic) => topic.slice(0, 120)),
    event_date: day,
    source: { name: source, url, published_at: day },
    confidence: score.reduce((sum, { points }) => sum + points, 0) / 100,
    score,
    key: [said.slug, person?.id ?? company.id, what, day].join('/'),
  }
}

/** 'Perth WA', 'Auckland'; the country where no more is known. */
export const placeWords = ({ suburb, city, state, country }: Place): string =>
  [suburb ?? city, country === 'AU' ? state : undefined].filter(Boolean).join(' ') || country

/** '1,240 people', '1 person'. */
export const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-AU')} ${count === 1 ? one : many}`

/** Points for how large a change is: none at nothing, all of them at `full` and beyond. */
export const sizePoints = (share: number, full: number, most: number): number =>
  Math.round(most * Math.min(1, share / full))

const short = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1)}…`
