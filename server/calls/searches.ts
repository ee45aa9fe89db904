import { uuidv7 } from 'uuidv7'
import { withoutPosition, type Criteria } from '../../contract/search/criteria.ts'
import { maxRecentSearches } from '../../contract/saved-work/item.ts'
import type { SavedSearch } from '../../contract/saved-work/searches.ts'
import type { QueryResolver } from '../saved-work/resolve-query.ts'
import { nextTick } from '../saved-work/clock.ts'
import { changeableOf, fieldsOf, toSavedContent } from '../saved-work/fields.ts'
import { mergeInto } from '../saved-work/history.ts'
import {
  addItem,
  changeItem,
  deletedItem,
  deleteItem,
  itemOf,
  ownItem,
  removableItem,
  seenItem,
  visibleItems,
  type Item,
} from '../saved-work/items.ts'
import { differing } from '../saved-work/merge.ts'
import { recentSearches } from '../saved-work/recents.ts'
import { countsOf, markSeen, recentView, searchView, uncounted } from '../saved-work/views.ts'
import { checkCriteria } from '../search/check.ts'
import type { Context, Handlers } from '../platform/http/context.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import type { SearchContent } from '../platform/db/tables.ts'
import { newSearch } from '../saved-work/new-search.ts'
import {
  addRecent,
  changeRecent,
  dropRecent,
  recentOf,
  sameRecent,
} from '../saved-work/recent-searches.ts'

type SearchesEndpoint =
  | 'savedSearches'
  | 'savedQuickView'
  | 'searchOfKind'
  | 'saveSearch'
  | 'renameSearch'
  | 'updateSearch'
  | 'patchSearch'
  | 'shareSearch'
  | 'restoreSearch'
  | 'searchSeen'
  | 'deleteSearch'
  | 'recentSearches'
  | 'recentQuickView'
  | 'newRecent'
  | 'updateRecent'
  | 'convertRecent'
  | 'deleteRecent'

const kind = ['dynamic'] as const
const quick = 5

export const searchesHandlers = (resolver: QueryResolver): Handlers<SearchesEndpoint> => {
  const views = async (items: readonly Item[], context: Context): Promise<SavedSearch[]> => {
    const counts = await countsOf(resolver, context, items)
    return items.map((item, at) => searchView(item, context.userId, counts[at] ?? uncounted))
  }
  const view = async (item: Item, context: Context): Promise<SavedSearch> => {
    const [counts = uncounted] = await countsOf(resolver, context, [item])
    return searchView(item, context.userId, counts)
  }
  /** Its current results do not count as new for the caller. */
  const saved = async (
    context: Context,
    item: Omit<Parameters<typeof addItem>[3], 'kind'>,
  ): Promise<SavedSearch> => {
    const added = await context.inOrg(async (trx) =>
      addItem(trx, context, await nextTick(trx, context.orgId), { ...item, kind: 'dynamic' }),
    )
    const shown = await view(added.item, context)
    const { count } = shown
    if (added.isNew && count !== null)
      await context.inOrg((trx) => markSeen(trx, context, added.item, count))
    return shown
  }
  /** Results of the new criteria do not count as new for the caller. */
  const viewChanged = async (
    item: Item,
    paths: readonly string[],
    context: Context,
  ): Promise<SavedSearch> => {
    const shown = await view(item, context)
    const { count } = shown
    if (count === null || paths.every((path) => findsTheSame.has(path))) return shown
    await context.inOrg((trx) => markSeen(trx, context, item, count))
    return { ...shown, newSince: 0 }
  }
  const changed = async (
    context: Context,
    id: string,
    change: (item: Item) => ReturnType<typeof changeableOf>,
  ): Promise<SavedSearch> => {
    const { after, paths } = await context.inOrg(async (trx) => {
      const seq = await nextTick(trx, context.orgId)
      const item = await ownItem(trx, context, id, kind)
      const next = change(item)
      const differs = differing(fieldsOf('dynamic', item), fieldsOf('dynamic', next))
      const stored = await changeItem(trx, context, seq, item, next, differs)
      return { after: stored, paths: differs }
    })
    return viewChanged(after, paths, context)
  }

  return {
    savedSearches: async (_, context) => {
      const items = await context.inOrg((trx) =>
        visibleItems(trx, context.userId, { kind: 'dynamic' }),
      )
      return views(items, context)
    },
    savedQuickView: async (_, context) => {
      const items = await context.inOrg((trx) =>
        visibleItems(trx, context.userId, { kind: 'dynamic', limit: quick }),
      )
      return views(items, context)
    },
    searchOfKind: async (input, context) => {
      if (input.kind === 'new') return context.inOrg((trx) => newSearch(trx, input.id))
      if (input.kind === 'recent')
        return recentView(await context.inOrg((trx) => recentOf(trx, context.userId, input.id)))
      return view(await context.inOrg((trx) => seenItem(trx, context, input.id, kind)), context)
    },
    saveSearch: (input, context) => {
      const { id = uuidv7(), category, name, shared } = input
      const content = checkedContent(input, input.coreAISearchPromptText)
      return saved(context, { id, category, name, shared, content })
    },
    renameSearch: ({ id, name }, context) =>
      changed(context, id, (item) => ({ name, shared: item.shared, content: item.content })),
    shareSearch: ({ id, shared }, context) =>
      changed(context, id, (item) => ({ name: item.name, shared, content: item.content })),
    updateSearch: (input, context) => {
      const content = checkedContent(input, input.coreAISearchPromptText)
      return changed(context, input.id, (item) => {
        if (item.category !== input.category) throw otherCategory()
        if (item.version !== input.version)
          throw new ProblemError('version-conflict', `Someone else has changed '${item.name}'.`, {
            more: {
              version: item.version,
              current: searchView(item, context.userId, uncounted),
            },
          })
        return { name: input.name, shared: item.shared, content }
      })
    },
    patchSearch: async ({ id, baseVersion, changes }, context) => {
      const { after, paths, overruled } = await context.inOrg(async (trx) => {
        const seq = await nextTick(trx, context.orgId)
        const item = await ownItem(trx, context, id, kind)
        const merged = await mergeInto(trx, 'saved_version', id, {
          baseVersion,
          changes: withoutPositionIn(changes),
        })
        const next = changeableOf(merged.fields, item.content)
        if (merged.changed.some((path) => !plain.has(path))) checkContent(next.content)
        // Dropping empty parts, such as an operator without its filter, may change fields too.
        const differs = differing(fieldsOf('dynamic', item), fieldsOf('dynamic', next))
        return {
          after: await changeItem(trx, context, seq, item, next, differs, merged.overruled),
          paths: differs,
          overruled: merged.overruled,
        }
      })
      return { search: await viewChanged(after, paths, context), overruled }
    },
    restoreSearch: async ({ id, newId = uuidv7(), changes }, context) => {
      const old = await context.inOrg((trx) => deletedItem(trx, context, id, kind))
      const next = changeableOf(
        { ...fieldsOf('dynamic', old), shared: false, ...withoutPositionIn(changes) },
        old.content,
      )
      checkContent(next.content)
      return saved(context, { id: newId, category: old.category, ...next })
    },
    searchSeen: async ({ id }, context) => {
      const item = await context.inOrg((trx) => seenItem(trx, context, id, kind))
      const { count } = await view(item, context)
      if (count !== null) await context.inOrg((trx) => markSeen(trx, context, item, count))
      return view(item, context)
    },
    deleteSearch: ({ id }, context) =>
      context.inOrg(async (trx) => {
        const seq = await nextTick(trx, context.orgId)
        const item = await removableItem(trx, context, id, kind)
        if (item) await deleteItem(trx, context, seq, item)
      }),
    recentSearches: async (_, { inOrg, userId }) =>
      (await inOrg((trx) => recentSearches(trx, userId, maxRecentSearches))).map(recentView),
    recentQuickView: async (_, { inOrg, userId }) =>
      (await inOrg((trx) => recentSearches(trx, userId, quick))).map(recentView),
    newRecent: async ({ rid: given, category, ...criteria }, context) => {
      const content = checkedContent(criteria, null)
      const rid = await context.inOrg(async (trx) => {
        const seq = await nextTick(trx, context.orgId)
        const same =
          given === undefined && !context.isKeyed
            ? await sameRecent(trx, context.userId, { category, content })
            : undefined
        const id = given ?? same ?? uuidv7()
        await addRecent(trx, context, seq, { id, category, content })
        return id
      })
      return { rid, action: 'created' }
    },
    updateRecent: async ({ id, category, ...criteria }, context) => {
      const content = checkedContent(criteria, null)
      await context.inOrg(async (trx) => {
        const seq = await nextTick(trx, context.orgId)
        await changeRecent(trx, context, seq, { id, category, content })
      })
      return { rid: id, action: 'updated' }
    },
    /** Without `newId` the saved search has the id of the recent one, by which a repeat finds it. */
    convertRecent: async ({ id, name, newId: given }, context) => {
      const known = await context.inOrg((trx) => itemOf(trx, given ?? id))
      if (known?.owner_id === context.userId && known.name === name)
        return view(await context.inOrg((trx) => seenItem(trx, context, known.id, kind)), context)
      const newId = given ?? (known === undefined ? id : uuidv7())
      const recent = await context.inOrg((trx) => recentOf(trx, context.userId, id))
      const { category, content } = recent
      const search = await saved(context, { id: newId, category, name, shared: false, content })
      await context.inOrg(async (trx) =>
        dropRecent(trx, context.userId, id, await nextTick(trx, context.orgId)),
      )
      return search
    },
    deleteRecent: ({ id }, context) =>
      context.inOrg(async (trx) =>
        dropRecent(trx, context.userId, id, await nextTick(trx, context.orgId)),
      ),
  }
}

const plain = new Set(['name', 'shared', 'coreAISearchPromptText', 'search'])

const findsTheSame = new Set(['name', 'shared', 'coreAISearchPromptText'])

const withoutPositionIn = ({
  metadata,
  ...changes
}: Record<string, unknown>): Record<string, unknown> => {
  if (typeof metadata !== 'object' || metadata === null) return changes
  return {
    ...changes,
    metadata: withoutPosition(metadata),
  }
}

const checkedContent = (criteria: Criteria, prompt: string | null): SearchContent => {
  const content = toSavedContent(criteria, prompt)
  checkContent(content)
  return content
}

/** Filters about people apply on the other tab (decision 004). */
const checkContent = (content: SearchContent): void => checkCriteria(content, 'people')

const otherCategory = (): ProblemError => {
  const detail = 'You can’t change a saved search’s category.'
  return new ProblemError('invalid-input', detail, {
    errors: [{ pointer: '/category', code: 'fixed', detail }],
  })
}
