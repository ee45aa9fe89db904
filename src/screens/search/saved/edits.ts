import type { Criteria } from '../../../../contract/search/criteria.ts'
import { criteriaFor } from '../../../../contract/search/criteria.ts'
import type { Category } from '../../../../contract/records/records.ts'
import type { SavedSearch } from '../../../../contract/saved-work/searches.ts'
import { merged } from '../../../offline/effects.ts'
import { recentSearches } from '../../../offline/live.ts'
import type { Local } from '../../../offline/outbox.ts'
import {
  convertRecent,
  keepRecent,
  saveSearch,
  updateRecent,
  updateSearch,
} from '../../../offline/searches.ts'
import { criteriaOf, sameKept } from './kept.ts'

/** The search on the screen, as it is to be kept. */
export type Draft = { rid: string | undefined; category: Category; criteria: Criteria }

/** A draft with the words it was told in, which only saved searches keep (spec 3). */
export type ToldDraft = Draft & { prompt: string | null }

/** Keeps a new search as recent: created the first time, then updated (spec 4). Criteria it holds already are no change. */
export const keepDraft = async (
  local: Local,
  { rid, category, criteria }: Draft & { rid: string },
): Promise<void> => {
  const kept = criteriaFor(criteria, category)
  const before = await recentOf(local, rid)
  if (before === undefined) await keepRecent(local, category, kept, rid)
  else if (before.category !== category || !sameKept(criteriaOf(before), kept))
    await updateRecent(local, { ...before, category }, kept)
}

/** Saves the search on the screen; the recent one it was kept as becomes the saved one. Answers its id. */
export const saveDraft = async (
  local: Local,
  name: string,
  { rid, category, criteria, prompt }: ToldDraft,
): Promise<string> => {
  const kept = criteriaFor(criteria, category)
  const recent = rid === undefined ? undefined : await recentOf(local, rid)
  return recent === undefined
    ? saveSearch(local, { name, category, criteria: kept, coreAISearchPromptText: prompt })
    : convertRecent(local, { ...recent, ...kept, category, operators: andOnly(kept) }, name, prompt)
}

/** Saves what is on the screen over a saved search: of what somebody else changed since it was `seen` only the filters changed here. */
export const saveOver = async (
  local: Local,
  now: SavedSearch,
  seen: Criteria,
  { criteria, prompt }: Pick<ToldDraft, 'criteria' | 'prompt'>,
): Promise<void> => {
  const kept = criteriaFor(criteria, now.category)
  const part = <Part>(before: Part, yours: Part, theirs: Part): Part =>
    // Merging parts of one shape gives that shape.
    merged(before, yours, theirs) as Part
  const together = {
    filters: part(seen.filters, kept.filters, now.filters),
    excluded: part(seen.excluded, kept.excluded, now.excluded),
    operators: part(seen.operators, kept.operators, now.operators),
    metadata: part(seen.metadata, kept.metadata, now.metadata),
    search: seen.search === kept.search ? now.search : kept.search,
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
