import { sql, type Transaction } from 'kysely'
import type { AgentFields } from '../../contract/signals/agents.ts'
import type { ProblemDetail } from '../../contract/core/problem.ts'
import { signalFilterErrors, signalFilterOf } from '../../contract/signals/signal-filters.ts'
import { signalTypeOf } from '../../contract/signals/signal-types.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import type { Tables } from '../platform/db/tables.ts'
import { catalogOf } from '../catalog/catalog.ts'
import { entitlementsOf } from '../plans/entitlements.ts'
import { categoriesSeen } from '../signals/access.ts'

type Trx = Transaction<Tables>

export type Watched = Pick<
  AgentFields,
  'category' | 'filters' | 'types' | 'listIds' | 'minConfidence'
>

/**
 * Throws `feature-disabled` for a missing category, and `invalid-filter` with pointers. The owner must see the lists; those in
 * `previousIds` may have been deleted since.
 */
export const checkWatched = async (
  trx: Trx,
  userId: string,
  watched: Watched,
  previousIds: readonly string[] = [],
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
  if (errors.length === 0) errors.push(...(await unseenLists(trx, userId, watched, previousIds)))
  if (errors.length > 0)
    throw new ProblemError('invalid-filter', 'Check what this agent watches for.', {
      errors,
    })
}

export const checkRoom = async (trx: Trx): Promise<void> => {
  const { agents: max } = await entitlementsOf(trx)
  if ((await countAgents(trx)) < max) return
  const detail = `${planHas(max)}, and ${max === 1 ? 'it’s' : 'all are'} in use.`
  throw new ProblemError('invalid-input', detail, {
    errors: [{ pointer: '', code: 'too-many', detail }],
  })
}

export const countAgents = async (trx: Trx): Promise<number> => {
  const { count } = await trx
    .selectFrom('signal_agent')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Beyond the limit of a plan that became smaller: the newest, except paused ones. They neither match nor notify. */
export const agentsResting = async (trx: Trx): Promise<ReadonlySet<string>> => {
  const { agents: max } = await entitlementsOf(trx)
  const rows = await trx
    .selectFrom('signal_agent')
    .select('id')
    .where('deleted_at', 'is', null)
    .where('paused', '=', false)
    .orderBy('created_at')
    .orderBy('id')
    .offset(max)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Throws `feature-disabled` for an agent beyond the plan's limit. */
export const checkAwake = async (trx: Trx, id: string): Promise<void> => {
  if (!(await agentsResting(trx)).has(id)) return
  const { agents: max } = await entitlementsOf(trx)
  throw new ProblemError('feature-disabled', `${planHas(max)}, so this one is paused.`)
}

const planHas = (max: number): string =>
  `Your organisation’s plan includes ${max === 1 ? '1 agent' : `${max} agents`}`

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
  previousIds: readonly string[],
): Promise<ProblemDetail[]> => {
  const named = [
    ...listIds.map((id, index) => ({ id, pointer: `/listIds/${index}` })),
    ...(filters['lists'] ?? []).map((id, index) => ({ id, pointer: `/filters/lists/${index}` })),
  ].filter(({ id }) => !previousIds.includes(id))
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
