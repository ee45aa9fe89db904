import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { departments, seniorities } from '../../contract/search/bands.ts'
import { PostalAddress } from '../../contract/records/records.ts'
import { Id, ReportedDay } from '../../contract/saved-work/item.ts'
import { signalFilterOf } from '../../contract/signals/signal-filters.ts'
import { signalTypeOf } from '../../contract/signals/signal-types.ts'
import { ScorePart, Signal, SignalCategory } from '../../contract/signals/signals.ts'
import { inputFault } from '../platform/http/input.ts'
import { isAbn, isAcn, isLei, isNzbn } from '../entity-matching/checksums.ts'
import { escapePointer } from '../../contract/core/problem.ts'

export type Fault = { pointer: string; detail: string }

export const longestLine = 100_000

const text = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))
const choice = (options: readonly { value: string }[]) => z.enum(options.map(({ value }) => value))
const optionsOf = (identifier: string) => signalFilterOf(identifier)?.options ?? []
const WebAddress = z.string().check(z.maxLength(1000), z.regex(/^https?:\/\/\S+$/i))
const number = (is: (digits: string) => boolean, name: string) =>
  z.string().check(
    z.overwrite((given) => given.replace(/[\s-]/g, '')),
    z.refine(is, `This ${name} isn’t valid. Its check digits are wrong.`),
  )

const CompanyReference = z.strictObject({
  id: z.optional(Id),
  abn: z.optional(number(isAbn, 'ABN')),
  acn: z.optional(number(isAcn, 'ACN')),
  nzbn: z.optional(number(isNzbn, 'NZBN')),
  lei: z.optional(number(isLei, 'LEI')),
  domain: z.optional(text(200)),
  linkedin: z.optional(text(300)),
  name: z.optional(text(200)),
  state: z.optional(text(40)),
  postcode: z.optional(text(10)),
  country: z.optional(text(2)),
})
export type CompanyReference = z.infer<typeof CompanyReference>

const PersonReference = z.strictObject({
  id: z.optional(Id),
  linkedin: z.optional(text(300)),
  name: z.optional(text(200)),
})
export type PersonReference = z.infer<typeof PersonReference>

/** docs/importing.md. */
const FeedSignal = z.strictObject({
  key: z.optional(text(200)),
  category: SignalCategory,
  slug: text(60),
  title: text(200),
  summary: text(1000),
  why_now: text(400),
  key_topics: z._default(z.array(text(120)).check(z.maxLength(20)), []),
  event_date: ReportedDay,
  company: z.optional(CompanyReference),
  person: z.optional(PersonReference),
  position: z.optional(text(200)),
  location: z.optional(PostalAddress),
  department: z.optional(choice(departments)),
  seniority: z.optional(choice(seniorities)),
  employment_type: z.optional(choice(optionsOf('employment-type'))),
  surge_rating: z.optional(z.int().check(z.minimum(60), z.maximum(100))),
  intent_timeframe: z.optional(z.literal([1, 2, 4, 12])),
  metrics: z._default(Signal.shape.metrics, {}),
  source: z.strictObject({
    name: text(120),
    url: z._default(z.nullable(WebAddress), null),
    published_at: z._default(z.nullable(ReportedDay), null),
  }),
  confidence: z.optional(z.number().check(z.minimum(0), z.maximum(1))),
  score: z.array(ScorePart).check(z.minLength(1), z.maxLength(12)),
})
export type FeedSignal = z.output<typeof FeedSignal>

export const parseFeedLine = (line: string): FeedSignal | Fault => {
  if (line.length > longestLine)
    return { pointer: '', detail: `A line can be up to ${longestLine} characters.` }
  const value = parseJson(line)
  if (value === undefined) return { pointer: '', detail: 'This isn’t JSON.' }
  const fault = inputFault(value)
  if (fault !== null) return { pointer: '', detail: fault }
  const found = FeedSignal.safeParse(value, englishErrors)
  if (!found.success) return faultOf(found.error)
  return checkConsistency(found.data) ?? found.data
}

export const isFeedSignal = (line: FeedSignal | Fault): line is FeedSignal => 'slug' in line

export const keyOf = (
  signal: FeedSignal,
  companyId: string | null,
  personId: string | null,
): string => {
  const what =
    signal.key ??
    createHash('sha256')
      .update(JSON.stringify([signal.slug, companyId, personId, signal.event_date, signal.title]))
      .digest('base64url')
  return `feed/${signal.source.name}/${what}`
}

/** The reader is an operator, so the library's messages are good enough. */
const englishErrors = { error: z.locales.en().localeError }

const parseJson = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

const faultOf = (error: z.core.$ZodError): Fault => {
  const [issue] = error.issues
  const path = [...(issue?.path ?? [])]
  if (issue?.code === 'unrecognized_keys') path.push(issue.keys[0] ?? '')
  const pointer = path.map((part) => `/${escapePointer(String(part))}`)
  return { pointer: pointer.join(''), detail: issue?.message ?? 'This isn’t a signal.' }
}

const checkConsistency = (signal: FeedSignal): Fault | null => {
  const type = signalTypeOf(signal.slug)
  if (type === undefined)
    return { pointer: '/slug', detail: `We don’t know the signal type '${signal.slug}'.` }
  if (type.category !== signal.category)
    return {
      pointer: '/category',
      detail: `'${signal.slug}' is a type of ${type.category} signals.`,
    }
  if (signal.category === 'intent' && signal.surge_rating === undefined)
    return { pointer: '/surge_rating', detail: 'Add a surge rating from 60 to 100.' }
  if (signal.category !== 'intent' && signal.surge_rating !== undefined)
    return { pointer: '/surge_rating', detail: 'Only intent signals have a surge rating.' }
  if (signal.category !== 'intent' && signal.intent_timeframe !== undefined)
    return { pointer: '/intent_timeframe', detail: 'Only intent signals have a time frame.' }
  if (signal.company === undefined && signal.person === undefined)
    return { pointer: '/company', detail: 'Add the company or person.' }
  if (signal.category !== 'people' && signal.company === undefined)
    return { pointer: '/company', detail: 'Add the company.' }
  if (signal.category === 'people' && signal.person === undefined)
    return { pointer: '/person', detail: 'Add the person.' }
  const points = signal.score.reduce((sum, part) => sum + part.points, 0)
  if (points < 0 || points > 100)
    return { pointer: '/score', detail: 'The parts of a score add up to 0 to 100 points.' }
  return signal.confidence === undefined || points === Math.round(signal.confidence * 100)
    ? null
    : {
        pointer: '/score',
        detail: `The parts of the score add up to ${points} points, not to the confidence.`,
      }
}
