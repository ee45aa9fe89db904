import { uuidv7 } from 'uuidv7'
import { tidyCriteria } from '../../contract/search/criteria.ts'
import type { List } from '../../contract/saved-work/lists.ts'
import type { QueryResolver } from '../saved-work/resolve-query.ts'
import { nextTick, noteSuppression } from '../saved-work/clock.ts'
import { changeableOf, fieldsOf } from '../saved-work/fields.ts'
import { mergeInto } from '../saved-work/history.ts'
import {
  addItem,
  changeItem,
  deletedItem,
  deleteItem,
  emptyContent,
  ownItem,
  removableItem,
  seenItem,
  visibleItems,
  type Item,
  type NewItem,
} from '../saved-work/items.ts'
import { changeMembers, copyMembers, existingRecords, takeBack } from '../saved-work/members.ts'
import { differing, type Fields } from '../saved-work/merge.ts'
import { countsOf, listView, markSeen, uncounted } from '../saved-work/views.ts'
import { checkCriteria, checkPage } from '../search/check.ts'
import type { Context, Handlers } from '../platform/http/context.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import { countsOfList, firstOfList, pageOfList } from './list-records.ts'

type ListsEndpoint =
  | 'lists'
  | 'list'
  | 'createList'
  | 'patchList'
  | 'restoreList'
  | 'deleteList'
  | 'listSeen'
  | 'changeMembers'
  | 'addFound'
  | 'takeBack'
  | 'listRecords'
  | 'listIds'
  | 'listCounts'

export const listsHandlers = (resolver: QueryResolver): Handlers<ListsEndpoint> => {
  const views = async (items: readonly Item[], context: Context): Promise<List[]> => {
    const counts = await countsOf(resolver, context, items)
    return items.map((item, at) => listView(item, context.userId, counts[at] ?? uncounted))
  }
  const view = async (item: Item, context: Context): Promise<List> => {
    const [counts = uncounted] = await countsOf(resolver, context, [item])
    return listView(item, context.userId, counts)
  }
  /** Suppression applies to searches at once. */
  const changeList = async (
    context: Context,
    work: (trx: Trx, seq: string) => Promise<Item>,
  ): Promise<List> => {
    const item = await context.inOrg(async (trx) => work(trx, await nextTick(trx, context.orgId)))
    if (item.kind === 'suppression')
      context.afterwards(() => resolver.suppressionChanged(context.orgId))
    return view(item, context)
  }
  /** Returns the caller's list with the same id if it exists. */
  const createList = async (
    context: Context,
    list: NewItem,
    fill: (trx: Trx, seq: string, item: Item) => Promise<unknown>,
  ): Promise<List> => {
    if (list.kind === 'suppression' && context.role !== 'admin')
      throw new ProblemError('role-forbidden', 'Only admins can create suppression lists.')
    const shared = list.shared || list.kind === 'suppression'
    let searched: Item | null = null
    const shown = await changeList(context, async (trx, seq) => {
      const { item, isNew } = await addItem(trx, context, seq, { ...list, shared })
      if (!isNew) return item
      await fill(trx, seq, item)
      const filled = await seenItem(trx, context, item.id)
      if (filled.kind === 'dynamic') searched = filled
      else await markSeen(trx, context, filled, filled.size)
      return filled
    })
    const { count } = shown
    if (searched !== null && count !== null) {
      const item: Item = searched
      await context.inOrg((trx) => markSeen(trx, context, item, count))
    }
    return shown
  }
  const changed = (
    context: Context,
    id: string,
    change: (trx: Trx, item: Item, before: Fields) => Promise<Fields> | Fields,
    overruled: unknown[] = [],
  ): Promise<List> =>
    changeList(context, async (trx, seq) => {
      const item = await ownItem(trx, context, id)
      const before = fieldsOf(item.kind, item)
      const next = changeableOf(await change(trx, item, before), item.content)
      // A suppression list affects every member's searches, so all of them may see it.
      if (item.kind === 'suppression') next.shared = true
      const paths = differing(before, fieldsOf(item.kind, next))
      return changeItem(trx, context, seq, item, next, paths, overruled)
    })

  return {
    lists: async (_, context) =>
      views(await context.inOrg((trx) => visibleItems(trx, context.userId)), context),
    list: async ({ id }, context) =>
      view(await context.inOrg((trx) => seenItem(trx, context, id)), context),
    createList: ({ id = uuidv7(), recordIds, ...list }, context) =>
      createList(context, { ...list, id, content: emptyContent }, async (trx, seq, item) => {
        const add = await existingRecords(trx, item.category, recordIds)
        await changeMembers(trx, context, seq, item, { add, remove: [] })
      }),
    patchList: async ({ id, baseVersion, changes }, context) => {
      const overruled: Awaited<ReturnType<typeof mergeInto>>['overruled'] = []
      const list = await changed(
        context,
        id,
        async (trx) => {
          const merged = await mergeInto(trx, 'saved_version', id, { baseVersion, changes })
          overruled.push(...merged.overruled)
          return merged.fields
        },
        overruled,
      )
      return { list, overruled }
    },
    restoreList: async ({ id, newId = uuidv7(), name }, context) => {
      const from = await context.inOrg((trx) => deletedItem(trx, context, id))
      const { category, content, kind } = from
      return createList(
        context,
        { id: newId, kind, category, name: name ?? from.name, shared: false, content },
        (trx, seq, item) => copyMembers(trx, context, seq, from.id, item),
      )
    },
    deleteList: ({ id }, context) =>
      context.inOrg(async (trx) => {
        const seq = await nextTick(trx, context.orgId)
        const item = await removableItem(trx, context, id)
        if (!item) return
        await deleteItem(trx, context, seq, item)
        if (item.kind !== 'suppression') return
        await noteSuppression(trx, seq)
        context.afterwards(() => resolver.suppressionChanged(context.orgId))
      }),
    listSeen: async ({ id }, context) => {
      const item = await context.inOrg((trx) => seenItem(trx, context, id))
      const { count } = await view(item, context)
      if (count !== null) await context.inOrg((trx) => markSeen(trx, context, item, count))
      return view(item, context)
    },
    changeMembers: async ({ id, add, remove }, context) => {
      const result = await context.inOrg(async (trx) => {
        const seq = await nextTick(trx, context.orgId)
        const list = holding(await ownItem(trx, context, id))
        const known = await existingRecords(trx, list.category, add)
        const unknown = new Set(add).size - known.length
        const counts = await changeMembers(trx, context, seq, list, { add: known, remove })
        return { ...counts, unknown, change: seq }
      })
      context.afterwards(() => resolver.suppressionChanged(context.orgId))
      return result
    },
    addFound: async ({ id, first, sorting, ...input }, context) => {
      const criteria = tidyCriteria(input)
      const { category } = holding(await context.inOrg((trx) => ownItem(trx, context, id)))
      checkCriteria(criteria, category)
      checkPage({ from: 0, size: first, sorting }, criteria, category)
      const found = await resolver.ids({ category, criteria, sorting, size: first }, context)
      const result = await context.inOrg(async (trx) => {
        const seq = await nextTick(trx, context.orgId)
        const list = holding(await ownItem(trx, context, id))
        const add = await existingRecords(trx, category, found.ids)
        const counts = await changeMembers(trx, context, seq, list, { add, remove: [] })
        return { ...counts, unknown: found.ids.length - add.length, change: seq }
      })
      context.afterwards(() => resolver.suppressionChanged(context.orgId))
      return result
    },
    takeBack: async ({ id, change }, context) => {
      const result = await context.inOrg(async (trx) => {
        const seq = await nextTick(trx, context.orgId)
        return takeBack(trx, context, seq, holding(await ownItem(trx, context, id)), change)
      })
      context.afterwards(() => resolver.suppressionChanged(context.orgId))
      return result
    },
    listRecords: async (input, context) => {
      const item = await context.inOrg((trx) => seenItem(trx, context, input.id))
      return pageOfList(resolver, context, item, input)
    },
    listIds: async (input, context) => {
      const item = await context.inOrg((trx) => seenItem(trx, context, input.id))
      return firstOfList(resolver, context, item, input)
    },
    listCounts: async (input, context) => {
      const item = await context.inOrg((trx) => seenItem(trx, context, input.id))
      return countsOfList(resolver, context, item, input)
    },
  }
}

type Trx = Parameters<Parameters<Context['inOrg']>[0]>[0]

const holding = (item: Item): Item => {
  if (item.kind !== 'dynamic') return item
  const detail = 'Saved searches update themselves. Duplicate the results into a list to edit them.'
  throw new ProblemError('invalid-input', detail, {
    errors: [{ pointer: '/id', code: 'dynamic', detail }],
  })
}
