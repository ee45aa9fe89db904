import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { departments, seniorities } from '../../contract/search/bands.ts'
import { Place } from '../../contract/records/records.ts'
import { Id, ToldDay } from '../../contract/saved-work/item.ts'
import { signalFilterOf } from '../../contract/signals/signal-filters.ts'
import { signalTypeOf } from '../../contract/signals/signal-types.ts'
import { ScorePart, Signal, SignalCategory } from '../../contract/signals/signals.ts'
import { inputFault } from '../platform/http/input.ts'
import { isAbn, isAcn, isLei, isNzbn } from '../entity-matching/checksums.ts'

/** What is wrong with a line: where, as a pointer, and in words. */
export type Fault = { pointer: string; detail: string }

/** Most characters of a line. */
export const longestLine = 100_000

const text = (most: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(most))
const choice = (options: readonly { value: string }[]) => z.enum(options.map(({ value }) => value))
const optionsOf = (identifier: string) => signalFilterOf(identifier)?.options ?? []
const WebAddress = z.string().check(z.maxLength(1000), z.regex(/^https?:\/\/\S+$/i))
const number = (is: (digits: string) => boolean, name: string) =>
  z.string().check(
    z.overwrite((given) => given.replace(/[\s-]/g, '')),
    z.refine(is, `This ${name} isn’t valid. Its check digits are wrong.`),
  )

const CompanyMeant = z.strictObject({
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
export type CompanyMeant = z.infer<typeof CompanyMeant>

const PersonMeant = z.strictObject({
  id: z.optional(Id),
  linkedin: z.optional(text(300)),
  name: z.optional(text(200)),
})
export type PersonMeant = z.infer<typeof PersonMeant>

/** One line of a bought feed (docs/importing.md): a signal, and by what its company and person are found. */
const ToldSignal = z.strictObject({
  key: z.optional(text(200)),
  category: SignalCategory,
  slug: text(60),
  title: text(200),
  summary: text(1000),
  why_now: text(400),
  key_topics: z._default(z.array(text(120)).check(z.maxLength(20)), []),
  event_date: ToldDay,
  company: z.optional(CompanyMeant),
  person: z.optional(PersonMeant),
  position: z.optional(text(200)),
  location: z.optional(Place),
  department: z.optional(choice(departments)),
  seniority: z.optional(choice(seniorities)),
  employment_type: z.optional(choice(optionsOf('employment-type'))),
  surge_rating: z.optional(z.int().check(z.minimum(60), z.maximum(100))),
  intent_timeframe: z.optional(z.literal([1, 2, 4, 12])),
  metrics: z._default(Signal.shape.metrics, {}),
  source: z.strictObject({
    name: text(120),
    url: z._default(z.nullable(WebAddress), null),
    published_at: z._default(z.nullable(ToldDay), null),
  }),
  confidence: z.optional(z.number().check(z.minimum(0), z.maximum(1))),
  score: z.array(ScorePart).check(z.minLength(1), z.maxLength(12)),
})
export type ToldSignal = z.output<typeof ToldSignal>

/** A line as a signal that is told, or what is wrong with it. Whom it is about is not looked up yet. */
export const toldSignal = (line: string): ToldSignal | Fault => {
  if (line.length > longestLine)
    return { pointer: '', detail: `A line can be up to ${longestLine} characters.` }
  const told = parsed(line)
  if (told === undefined) return { pointer: '', detail: 'This isn’t JSON.' }
  const fault = inputFault(told)
  if (fault !== null) return { pointer: '', detail: fault }
  const found = ToldSignal.safeParse(told, inWords)
  if (!found.success) return faultOf(found.error)
  return wrongSense(found.data) ?? found.data
}

/** Whether a line was good. */
export const isTold = (line: ToldSignal | Fault): line is ToldSignal => 'slug' in line

/** What makes two tellings the same: the feed's own key, else what it tells of whom on which day. */
export const keyOf = (
  told: ToldSignal,
  companyId: string | null,
  personId: string | null,
): string => {
  const what =
    told.key ??
    createHash('sha256')
      .update(JSON.stringify([told.slug, companyId, personId, told.event_date, told.title]))
      .digest('base64url')
  return `feed/${told.source.name}/${what}`
}

/** Whoever reads what is wrong sits at a terminal: the library's own words will do. */
const inWords = { error: z.locales.en().localeError }

const parsed = (line: string): unknown => {
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
  const pointer = path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`)
  return { pointer: pointer.join(''), detail: issue?.message ?? 'This isn’t a signal.' }
}

/** What only the parts together tell. */
const wrongSense = (told: ToldSignal): Fault | null => {
  const type = signalTypeOf(told.slug)
  if (type === undefined)
    return { pointer: '/slug', detail: `We don’t know the signal type '${told.slug}'.` }
  if (type.category !== told.category)
    return { pointer: '/category', detail: `'${told.slug}' is a type of ${type.category} signals.` }
  if (told.category === 'intent' && told.surge_rating === undefined)
    return { pointer: '/surge_rating', detail: 'Add a surge rating from 60 to 100.' }
  if (told.category !== 'intent' && told.surge_rating !== undefined)
    return { pointer: '/surge_rating', detail: 'Only intent signals have a surge rating.' }
  if (told.category !== 'intent' && told.intent_timeframe !== undefined)
    return { pointer: '/intent_timeframe', detail: 'Only intent signals have a time frame.' }
  if (told.company === undefined && told.person === undefined)
    return { pointer: '/company', detail: 'Add the company or person.' }
  if (told.category !== 'people' && told.company === undefined)
    return { pointer: '/company', detail: 'Add the company.' }
  if (told.category === 'people' && told.person === undefined)
    return { pointer: '/person', detail: 'Add the person.' }
  const points = told.score.reduce((sum, part) => sum + part.points, 0)
  if (points < 0 || points > 100)
    return { pointer: '/score', detail: 'The parts of a score add up to 0 to 100 points.' }
  return told.confidence === undefined || points === Math.round(told.confidence * 100)
    ? null
    : {
        pointer: '/score',
        detail: `The parts of the score add up to ${points} points, not to the confidence.`,
      }
}
