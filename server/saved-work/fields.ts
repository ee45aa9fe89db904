import * as z from 'zod/mini'
import { Criteria, tidied } from '../../contract/search/criteria.ts'
import type { ListKind } from '../../contract/saved-work/lists.ts'
import type { SearchContent } from '../platform/db/tables.ts'
import type { Fields } from './merging.ts'

/** The part of a saved search or list that people change. */
export type Changeable = { name: string; shared: boolean; content: SearchContent }

/** It by the contract's names; a list has no criteria. */
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

/** The same read back; `content` stands for what a list has not. */
export const changeableOf = (fields: Fields, content: SearchContent): Changeable => {
  const { name, shared, coreAISearchPromptText, ...criteria } = z.parse(Stored, {
    ...content,
    coreAISearchPromptText: content.prompt,
    ...fields,
  })
  return { name, shared, content: keptContent(criteria, coreAISearchPromptText) }
}

const Stored = z.extend(Criteria, {
  name: z.string(),
  shared: z.boolean(),
  coreAISearchPromptText: z.nullable(z.string()),
})

/** Criteria as they are kept: nothing that says nothing (spec 5), and not where somebody stood. */
export const keptContent = (criteria: Criteria, prompt: string | null): SearchContent => {
  const { filters, operators, excluded, metadata, search } = tidied(criteria)
  const { near: _, ...kept } = metadata
  return { filters, operators, excluded, metadata: kept, search, prompt }
}
