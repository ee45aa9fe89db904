import type { EndpointOutput, EndpointParsedInput } from '../../contract/core/endpoint.ts'
import { signalDays } from '../../contract/constants.ts'
import { deepest } from '../../contract/search/criteria.ts'
import { categoriesOf } from '../../contract/signals/signal-flags.ts'
import type {
  SignalCategory,
  SignalFilters,
  SignalQuestion,
  signalsEndpoints,
} from '../../contract/signals/signals.ts'
import { bestFits } from './best-fits.ts'
import { hasListed, type Question } from '../signals/conditions.ts'
import { categoriesSeen, prefixOf, type Prefix } from '../signals/access.ts'
import { markSignals, snooze, snoozesOf } from '../signals/marks.ts'
import { signalsOfRecord } from '../signals/record-signals.ts'
import { prepareQuestion } from '../signals/prepare-question.ts'
import { askSignals, countDays, countTypes, isSourced } from '../signals/question.ts'
import { signalViews } from '../signals/views.ts'
import type { SearchEngine } from '../search/engine.ts'
import type { QueryResolver } from '../saved-work/resolve-query.ts'
import type { Context, Handlers } from '../platform/http/context.ts'
import { ProblemError } from '../platform/http/problem-error.ts'

type SignalsEndpoint = keyof typeof signalsEndpoints
type Records = EndpointOutput<typeof signalsEndpoints.coreSignals>
type SignalsInput = EndpointParsedInput<typeof signalsEndpoints.coreSignals>

export const signalsHandlers = ({
  resolver,
  search,
  now,
}: {
  resolver: QueryResolver
  search: SearchEngine
  now: () => number
}): Handlers<SignalsEndpoint> => {
  const today = (): Date => new Date(now())

  const prepare = async (input: SignalQuestion, context: Context): Promise<Question> =>
    prepareQuestion(
      resolver,
      context,
      input,
      today(),
      input.forYou === true ? await fitting(context) : undefined,
    )

  /** Undefined where there is nothing to go by: neither a list nor an ideal customer profile. */
  const fitting = async (context: Context): Promise<readonly string[] | undefined> => {
    const fits = await bestFits(search, resolver, context, { size: maxFits, above: goodFit })
    if (fits === null && !(await context.inOrg((trx) => hasListed(trx, context)))) return undefined
    return (fits ?? []).map(({ id }) => id)
  }

  const records =
    (prefix: Prefix) =>
    async (input: SignalsInput, context: Context): Promise<Records> => {
      await allow(context, input.category, prefix)
      checkDepth(input)
      const question = await prepare(input, context)
      return context.inOrg(async (trx) => {
        const { total, ids } = await askSignals(trx, context, question, input)
        return {
          success: true,
          total,
          signals: await signalViews(trx, context, ids),
          ...(input.forYou === true && { forYou: question.forYou !== undefined }),
          sourced: total > 0 || (await isSourced(trx, input.category)),
        }
      })
    }

  return {
    coreSignals: records('core'),
    targetingSignals: records('targeting'),
    intentSignals: records('intent'),
    signals: async (_, context) => {
      const prefix = await context.inOrg(prefixOf)
      throw disabled(
        prefix === null ? none : `Your plan’s signals are at /${prefix}/signals/records.`,
      )
    },
    signalsOverTime: async (input, context) => {
      await allow(context, input.category)
      const question = await prepare(input, context)
      const { category, filters } = question
      const always = { ...without(filters, 'event_date'), when: [String(signalDays)] }
      const ofAnyType = without(filters, `${category}-signal-type`)
      return context.inOrg(async (trx) => ({
        days: await countDays(trx, context, { ...question, filters: always }),
        types: await countTypes(trx, context, { ...question, filters: ofAnyType }),
      }))
    },
    signalsOf: async (record, context) => {
      const categories = await context.inOrg(categoriesSeen)
      if (categories.length === 0) throw disabled(none)
      return context.inOrg(async (trx) => {
        const found = await signalsOfRecord(trx, context, record, categories, today())
        if (found === null)
          throw new ProblemError(
            'not-found',
            'We can’t find this record. It may have been deleted.',
          )
        return { total: found.total, signals: await signalViews(trx, context, found.ids) }
      })
    },
    actOnSignals: ({ ids, act }, context) =>
      context.inOrg((trx) => markSignals(trx, context, ids, act, today())),
    snoozes: (_, context) => context.inOrg((trx) => snoozesOf(trx, context, today())),
    snoozeType: ({ slug, until }, context) =>
      context.inOrg(async (trx) => {
        await snooze(trx, context, slug, until, today())
        return snoozesOf(trx, context, today())
      }),
  }
}

/** Of 100: most of what the organisation looks for is met. */
const goodFit = 60
/** Each is a parameter of three queries. */
const maxFits = 2_000

/** Spec 6: by the organisation's flags. */
const allow = async (
  { inOrg }: Context,
  category: SignalCategory,
  prefix?: Prefix,
): Promise<void> => {
  const own = await inOrg(prefixOf)
  if (own === null) throw disabled(none)
  if (prefix !== undefined && own !== prefix)
    throw disabled(`Your plan’s signals are at /${own}/signals/records.`)
  const open: readonly SignalCategory[] = categoriesOf[own]
  if (!open.includes(category)) throw disabled(`Your plan doesn’t include ${category} signals.`)
}

const none = 'Your plan doesn’t include signals.'

const disabled = (detail: string): ProblemError => new ProblemError('feature-disabled', detail)

const without = (filters: SignalFilters, identifier: string): SignalFilters =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => name !== identifier))

const checkDepth = ({ from, size }: SignalsInput): void => {
  if (from + size <= deepest) return
  const detail = `from + size is at most ${deepest}.`
  throw new ProblemError('page-too-deep', `You can page through the first ${deepest} signals.`, {
    errors: [{ pointer: '/from', code: 'page-too-deep', detail }],
  })
}
