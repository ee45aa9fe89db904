import type { Criteria } from '../../../../contract/search/criteria.ts'
import { criteriaFor } from '../../../../contract/search/criteria.ts'
import type { Category } from '../../../../contract/records/records.ts'
import type { SavedSearch } from '../../../../contract/saved-work/searches.ts'
import { mergeField } from '../../../offline/effects.ts'
import { recentSearches } from '../../../offline/live.ts'
import type { Local } from '../../../offline/outbox.ts'
import {
  convertRecent,
  saveRecent,
  saveSearch,
  updateRecent,
  updateSearch,
} from '../../../offline/searches.ts'
import { criteriaOf, isSameSearch } from './saved-criteria.ts'

export type Draft = { rid: string | undefined; category: Category; criteria: Criteria }

/** A draft with its prompt, which only saved searches store (spec 3). */
export type PromptDraft = Draft & { prompt: string | null }

/** Stores a new search as recent: creates it the first time, then updates it (spec 4). Equal criteria are no change. */
export const keepDraft = async (
  local: Local,
  { rid, category, criteria }: Draft & { rid: string },
): Promise<void> => {
  const applicable = criteriaFor(criteria, category)
  const before = await recentOf(local, rid)
  if (before === undefined) await saveRecent(local, category, applicable, rid)
  else if (before.category !== category || !isSameSearch(criteriaOf(before), applicable))
    await updateRecent(local, { ...before, category }, applicable)
}

/** Saves the search on the screen; its recent search becomes the saved one. Returns the id. */
export const saveDraft = async (
  local: Local,
  name: string,
  { rid, category, criteria, prompt }: PromptDraft,
): Promise<string> => {
  const applicable = criteriaFor(criteria, category)
  const recent = rid === undefined ? undefined : await recentOf(local, rid)
  return recent === undefined
    ? saveSearch(local, { name, category, criteria: applicable, coreAISearchPromptText: prompt })
    : convertRecent(
        local,
        { ...recent, ...applicable, category, operators: andOnly(applicable) },
        name,
        prompt,
      )
}

/** Updates a saved search; where other users changed it since `seen`, only the filters changed here are written. */
export const saveOver = async (
  local: Local,
  now: SavedSearch,
  seen: Criteria,
  { criteria, prompt }: Pick<PromptDraft, 'criteria' | 'prompt'>,
): Promise<void> => {
  const applicable = criteriaFor(criteria, now.category)
  const part = <Part>(before: Part, yours: Part, theirs: Part): Part =>
    // Merging two parts of the same shape gives that shape.
    mergeField(before, yours, theirs) as Part
  const together = {
    filters: part(seen.filters, applicable.filters, now.filters),
    excluded: part(seen.excluded, applicable.excluded, now.excluded),
    operators: part(seen.operators, applicable.operators, now.operators),
    metadata: part(seen.metadata, applicable.metadata, now.metadata),
    search: seen.search === applicable.search ? now.search : applicable.search,
  }
  await updateSearch(local, now, together, prompt)
}

const recentOf = async (local: Local, rid: string) =>
  (await recentSearches(local.device)).find(({ id }) => id === rid)?.value

const andOnly = ({ operators }: Criteria): Record<string, 'AND'> =>
  Object.fromEntries(
    Object.entries(operators).flatMap(([filter, operator]) =>
      operator === 'AND' ? [[filter, operator]] : [],
    ),
  )
