import * as z from 'zod/mini'
import { Criteria, tidyCriteria, withoutPosition } from '../../contract/search/criteria.ts'
import type { ListKind } from '../../contract/saved-work/lists.ts'
import type { SearchContent } from '../platform/db/tables.ts'
import type { Fields } from './merge.ts'

export type Changeable = { name: string; shared: boolean; content: SearchContent }

/** By the contract's names; a list has no criteria. */
export const fieldsOf = (kind: ListKind, { name, shared, content }: Changeable): Fields => {
  if (kind !== 'dynamic') return { name, shared }
  const { filters, operators, excluded, metadata, search, prompt } = content
  return {
    name,
    shared,
    filters,
    operators,
    excluded,
    metadata,
    search,
    coreAISearchPromptText: prompt,
  }
}

export const changeableOf = (fields: Fields, content: SearchContent): Changeable => {
  const { name, shared, coreAISearchPromptText, ...criteria } = z.parse(Stored, {
    ...content,
    coreAISearchPromptText: content.prompt,
    ...fields,
  })
  return { name, shared, content: toSavedContent(criteria, coreAISearchPromptText) }
}

const Stored = z.extend(Criteria, {
  name: z.string(),
  shared: z.boolean(),
  coreAISearchPromptText: z.nullable(z.string()),
})

/** Without empty parts (spec 5) and without the user's location. */
export const toSavedContent = (criteria: Criteria, prompt: string | null): SearchContent => {
  const { filters, operators, excluded, metadata, search } = tidyCriteria(criteria)
  return { filters, operators, excluded, metadata: withoutPosition(metadata), search, prompt }
}
