import type { Company, Person, PostalAddress } from '../../contract/records/records.ts'
import { signalTypeOf } from '../../contract/signals/signal-types.ts'
import type { ScorePart } from '../../contract/signals/signals.ts'
import { aboutOf } from '../signals/about.ts'
import type { SignalDraft } from '../signals/add-signals.ts'

/** Day is YYYY-MM-DD; trust from 0 to 1. */
export type SourceReport = { source: string; url: string | null; day: string; trust: number }

export type Event = Pick<SignalDraft, 'slug' | 'title' | 'summary' | 'why_now' | 'metrics'> &
  Partial<
    Pick<SignalDraft, 'location' | 'department' | 'seniority' | 'position' | 'employment_type'>
  > & {
    topics: readonly string[]
    /** Only if events share type, subject and day. */
    what?: string
    /** Besides the source; 50 points in total at most. */
    evidence: readonly ScorePart[]
  }

const maxSourcePoints = 50

/** The same event on the same day has the same key. */
export const signalOf = (
  { topics, what = '', evidence, ...said }: Event,
  about: { company: Company; person?: Person },
  { source, url, day, trust }: SourceReport,
): SignalDraft => {
  const { company, person } = about
  const type = signalTypeOf(said.slug)
  if (type === undefined) throw new RangeError(`We don’t know the signal type '${said.slug}'.`)
  const score = [
    { label: `Reported by ${source}`.slice(0, 120), points: Math.round(maxSourcePoints * trust) },
    ...evidence,
  ]
  return {
    ...aboutOf({ company, person: person ?? null }),
    ...said,
    title: truncate(said.title, 200),
    category: type.category,
    key_topics: [...new Set(topics)].map((topic) => topic.slice(0, 120)),
    event_date: day,
    source: { name: source, url, published_at: day },
    confidence: score.reduce((sum, { points }) => sum + points, 0) / 100,
    score,
    key: [said.slug, person?.id ?? company.id, what, day].join('/'),
  }
}

/** 'Perth WA', 'Auckland'; otherwise the country. */
export const formatLocality = ({ suburb, city, state, country }: PostalAddress): string =>
  [suburb ?? city, country === 'AU' ? state : undefined].filter(Boolean).join(' ') || country

export const formatCount = (count: number, singular: string, plural: string): string =>
  `${count.toLocaleString('en-AU')} ${count === 1 ? singular : plural}`

export const sizePoints = (share: number, full: number, max: number): number =>
  Math.round(max * Math.min(1, share / full))

const truncate = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max - 1)}…`
