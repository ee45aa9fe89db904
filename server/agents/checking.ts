import { sql, type Transaction } from 'kysely'
import type { AgentFields } from '../../contract/signals/agents.ts'
import type { ProblemDetail } from '../../contract/core/problem.ts'
import { signalFilterErrors, signalFilterOf } from '../../contract/signals/signal-filters.ts'
import { signalTypeOf } from '../../contract/signals/signal-types.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import type { Tables } from '../platform/db/tables.ts'
import { catalogOf } from '../catalog/catalog.ts'
import { entitlementsOf } from '../customer/entitlements.ts'
import { categoriesSeen } from '../signals/access.ts'

type Trx = Transaction<Tables>

/** What an agent watches for. */
export type Watched = Pick<
  AgentFields,
  'category' | 'filters' | 'types' | 'listIds' | 'minConfidence'
>

/**
 * Throws where an agent cannot watch for this: `feature-disabled` for a category the organisation has not, `invalid-filter` with a pointer
 * to every filter, type and list that is none. Lists are those its owner may see; `kept` ones were chosen before and may have gone since.
 */
export const checkWatched = async (
  trx: Trx,
  userId: string,
  watched: Watched,
  kept: readonly string[] = [],
): Promise<void> => {
  const { category, filters, types } = watched
  if (!(await categoriesSeen(trx)).includes(category))
    throw new ProblemError('feature-disabled', `Your plan doesn’t include ${category} signals.`)
  const errors = [
    ...signalFilterErrors(filters, category),
    ...unknownPlaces(watched),
    ...types.flatMap((slug, index) =>
      signalTypeOf(slug)?.category === category
        ? []
        : [fault(`/types/${index}`, `'${slug}' isn’t a type of ${category} signal.`)],
    ),
  ]
  if (errors.length === 0) errors.push(...(await unseenLists(trx, userId, watched, kept)))
  if (errors.length > 0)
    throw new ProblemError('invalid-filter', 'Check what this agent watches for.', {
      errors,
    })
}

/** Throws where the plan of the organisation of this transaction allows no further agent. */
export const checkRoom = async (trx: Trx): Promise<void> => {
  const { agents: most } = await entitlementsOf(trx)
  if ((await agentsHeld(trx)) < most) return
  const detail = `${planHas(most)}, and ${most === 1 ? 'it’s' : 'all are'} in use.`
  throw new ProblemError('invalid-input', detail, {
    errors: [{ pointer: '', code: 'too-many', detail }],
  })
}

/** How many agents everybody in the organisation of this transaction has together. */
export const agentsHeld = async (trx: Trx): Promise<number> => {
  const { held } = await trx
    .selectFrom('signal_agent')
    .select(sql<number>`count(*)::int`.as('held'))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return held
}

/**
 * The agents of the organisation of this transaction that its plan has no room for, since it has become smaller: those made last, paused
 * ones apart. They neither find nor tell anything until there is room again.
 */
export const agentsResting = async (trx: Trx): Promise<ReadonlySet<string>> => {
  const { agents: most } = await entitlementsOf(trx)
  const rows = await trx
    .selectFrom('signal_agent')
    .select('id')
    .where('deleted_at', 'is', null)
    .where('paused', '=', false)
    .orderBy('created_at')
    .orderBy('id')
    .offset(most)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Throws `feature-disabled` where an agent rests. */
export const checkAwake = async (trx: Trx, id: string): Promise<void> => {
  if (!(await agentsResting(trx)).has(id)) return
  const { agents: most } = await entitlementsOf(trx)
  throw new ProblemError('feature-disabled', `${planHas(most)}, so this one is paused.`)
}

const planHas = (most: number): string =>
  `Your organisation’s plan includes ${most === 1 ? '1 agent' : `${most} agents`}`

const fault = (pointer: string, detail: string): ProblemDetail => ({
  pointer,
  code: 'unknown-value',
  detail,
})

const unknownPlaces = ({ filters }: Watched): ProblemDetail[] => {
  const places = catalogOf('location')
  return Object.entries(filters).flatMap(([identifier, values]) =>
    signalFilterOf(identifier)?.kind !== 'places'
      ? []
      : values.flatMap((value, index) =>
          places?.has(value) === true
            ? []
            : [fault(`/filters/${identifier}/${index}`, `We don’t know the place '${value}'.`)],
        ),
  )
}

const unseenLists = async (
  trx: Trx,
  userId: string,
  { listIds, filters }: Watched,
  kept: readonly string[],
): Promise<ProblemDetail[]> => {
  const named = [
    ...listIds.map((id, index) => ({ id, pointer: `/listIds/${index}` })),
    ...(filters['lists'] ?? []).map((id, index) => ({ id, pointer: `/filters/lists/${index}` })),
  ].filter(({ id }) => !kept.includes(id))
  if (named.length === 0) return []
  const seen = await trx
    .selectFrom('saved_item')
    .select('id')
    .where(sql<boolean>`id = any(${named.map(({ id }) => id)}::uuid[])`)
    .where('kind', '!=', 'suppression')
    .where('deleted_at', 'is', null)
    .where((is) => is.or([is('owner_id', '=', userId), is('shared', '=', true)]))
    .execute()
  const known = new Set(seen.map(({ id }) => id))
  return named.flatMap(({ id, pointer }) =>
    known.has(id) ? [] : [fault(pointer, 'We can’t find this list or saved search.')],
  )
}
