import { sql, type Selectable, type Transaction } from 'kysely'
import { emptyCriteria } from '../../contract/search/criteria.ts'
import { ListKind } from '../../contract/saved-work/lists.ts'
import type { Category } from '../../contract/records/records.ts'
import { maxSavedSearches } from '../../contract/saved-work/item.ts'
import type { Context } from '../platform/http/context.ts'
import { notFound, ProblemError } from '../platform/http/problem-error.ts'
import type { SavedItemRow, SearchContent, Tables } from '../platform/db/tables.ts'
import { audit } from '../audit/audit.ts'
import { forgetLongDeleted } from './retention.ts'
import { fieldsOf, type Changeable } from './fields.ts'
import { addVersion } from './history.ts'
import { passMembersOn } from './members.ts'
import { isUuid } from '../../contract/core/ids.ts'

type Trx = Transaction<Tables>

export type Item = Selectable<SavedItemRow>

export type Actor = Pick<Context, 'orgId' | 'userId' | 'role'> &
  Partial<Pick<Context, 'requestId' | 'ip'>>

export const emptyContent: SearchContent = { ...emptyCriteria, prompt: null }

/** Their own and shared ones, last changed first. */
export const visibleItems = (
  trx: Trx,
  userId: string,
  options: { kind?: ListKind; limit?: number } = {},
): Promise<Item[]> => {
  let query = trx
    .selectFrom('saved_item')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where((is) => is.or([is('owner_id', '=', userId), is('shared', '=', true)]))
    .orderBy('seq', 'desc')
    .orderBy('id')
  if (options.kind) query = query.where('kind', '=', options.kind)
  if (options.limit !== undefined) query = query.limit(options.limit)
  return query.execute()
}

export const itemOf = (trx: Trx, id: string): Promise<Item | undefined> =>
  trx.selectFrom('saved_item').selectAll().where('id', '=', id).executeTakeFirst()

const maySee = (item: Item, { userId }: Actor): boolean => item.owner_id === userId || item.shared

/** Throws `not-found` (also for invisible items) or `deleted`. */
export const seenItem = async (
  trx: Trx,
  actor: Actor,
  id: string,
  kinds: readonly ListKind[] = ListKind.options,
): Promise<Item> => {
  const item = isUuid(id) ? await itemOf(trx, id) : undefined
  if (!item || !maySee(item, actor) || !kinds.includes(item.kind)) throw notFound()
  if (item.deleted_at !== null)
    throw new ProblemError('deleted', `'${item.name}' has been deleted.`, {
      more: { deletedBy: item.deleted_by, deletedAt: item.deleted_at.toISOString() },
    })
  return item
}

/** Their own, or a shared one for an admin; throws as `seenItem` does, and `role-forbidden`. */
export const ownItem = async (
  trx: Trx,
  actor: Actor,
  id: string,
  kinds: readonly ListKind[] = ListKind.options,
): Promise<Item> => {
  const item = await seenItem(trx, actor, id, kinds)
  checkMayChange(item, actor)
  return item
}

const checkMayChange = (item: Item, { userId, role }: Actor): void => {
  if (role === 'admin' || (item.owner_id === userId && item.kind !== 'suppression')) return
  throw new ProblemError(
    'role-forbidden',
    item.kind === 'suppression'
      ? 'Only admins can change suppression lists.'
      : 'Only the owner or an admin can change this. You can duplicate it.',
  )
}

/** Null if it is already deleted; throws `not-found` and `role-forbidden`. */
export const removableItem = async (
  trx: Trx,
  actor: Actor,
  id: string,
  kinds: readonly ListKind[] = ListKind.options,
): Promise<Item | null> => {
  const item = await itemOf(trx, id)
  if (!item || !maySee(item, actor) || !kinds.includes(item.kind)) throw notFound()
  if (item.deleted_at !== null) return null
  checkMayChange(item, actor)
  return item
}

/** One that the caller could see before; throws `not-found`. */
export const deletedItem = async (
  trx: Trx,
  actor: Actor,
  id: string,
  kinds: readonly ListKind[] = ListKind.options,
): Promise<Item> => {
  const item = await itemOf(trx, id)
  if (!item || item.deleted_at === null || !maySee(item, actor) || !kinds.includes(item.kind))
    throw notFound()
  return item
}

export type NewItem = {
  id: string
  kind: ListKind
  category: Category
  name: string
  shared: boolean
  content: SearchContent
}

/**
 * Returns the caller's item with the same id if it exists. Throws `name-taken`, `invalid-input` beyond 200 saved searches,
 * `deleted` or `not-found` for an id that is used otherwise.
 */
export const addItem = async (
  trx: Trx,
  actor: Actor,
  seq: string,
  item: NewItem,
): Promise<{ item: Item; isNew: boolean }> => {
  const there = await itemOf(trx, item.id)
  if (there) {
    if (there.owner_id !== actor.userId) throw notFound()
    return { item: await seenItem(trx, actor, item.id, [item.kind]), isNew: false }
  }
  await checkName(trx, { ...item, owner_id: actor.userId })
  if (item.kind === 'dynamic') await checkRoom(trx, actor.userId)
  const added = await trx
    .insertInto('saved_item')
    .values({
      org_id: actor.orgId,
      id: item.id,
      kind: item.kind,
      category: item.category,
      name: item.name,
      name_key: nameKey(item.name),
      owner_id: actor.userId,
      shared: item.shared,
      content: JSON.stringify(item.content),
      seq,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await addVersion(trx, actor, 'saved_version', added, fieldsOf(added.kind, added))
  if (added.kind === 'suppression')
    await audit(trx, actor, { act: 'suppression', subject: added.id, details: { change: 'made' } })
  else if (added.shared) await auditSharing(trx, actor, added)
  return { item: added, isNew: true }
}

/** `changed` are the changed paths. Throws `name-taken`. */
export const changeItem = async (
  trx: Trx,
  actor: Actor,
  seq: string,
  item: Item,
  next: Changeable,
  changed: readonly string[],
  overruled: readonly unknown[] = [],
): Promise<Item> => {
  if (changed.length === 0) return item
  await checkName(trx, { ...item, name: next.name })
  const after = await trx
    .updateTable('saved_item')
    .set({
      name: next.name,
      name_key: nameKey(next.name),
      shared: next.shared,
      content: JSON.stringify(next.content),
      version: item.version + 1,
      seq,
      updated_at: sql`now()`,
      ...(item.shared && !next.shared ? { hidden_seq: seq } : {}),
    })
    .where('id', '=', item.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  // Members who see it from now on have none of its records yet.
  if (!item.shared && next.shared) await passMembersOn(trx, item.id, seq)
  const edit = { changed, overruled }
  await addVersion(trx, actor, 'saved_version', after, fieldsOf(after.kind, after), edit)
  if (item.shared !== after.shared) await auditSharing(trx, actor, after)
  return after
}

/** For 90 days it can be restored, and devices sync the deletion. */
export const deleteItem = async (
  trx: Trx,
  actor: Actor,
  seq: string,
  item: Item,
): Promise<void> => {
  await trx
    .updateTable('saved_item')
    .set({ deleted_at: sql`now()`, deleted_by: actor.userId, seq })
    .where('id', '=', item.id)
    .execute()
  await forgetLongDeleted(trx)
  if (item.kind === 'suppression')
    await audit(trx, actor, {
      act: 'suppression',
      subject: item.id,
      details: { change: 'deleted', records: item.size },
    })
}

const auditSharing = (
  trx: Trx,
  actor: Actor,
  { id, kind, category, shared }: Item,
): Promise<void> =>
  audit(trx, actor, {
    act: 'sharing',
    subject: id,
    details: { what: kind === 'dynamic' ? 'search' : 'list', category, shared },
  })

export const nameKey = (name: string): string => name.normalize('NFC').toLowerCase()

/** Product 2.3: per owner and category; throws `name-taken` with the other item's id. */
const checkName = async (
  trx: Trx,
  item: { id: string; name: string; owner_id: string; category: Category },
): Promise<void> => {
  const other = await trx
    .selectFrom('saved_item')
    .select(['id', 'kind'])
    .where('owner_id', '=', item.owner_id)
    .where('category', '=', item.category)
    .where('name_key', '=', nameKey(item.name))
    .where('id', '!=', item.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!other) return
  const what = other.kind === 'dynamic' ? 'saved search' : 'list'
  throw new ProblemError('name-taken', `There’s already a ${what} called '${item.name}'.`, {
    more: { conflictingId: other.id, conflictingKind: other.kind },
  })
}

const checkRoom = async (trx: Trx, ownerId: string): Promise<void> => {
  const { count } = await trx
    .selectFrom('saved_item')
    .select((query) => query.fn.countAll<string>().as('count'))
    .where('owner_id', '=', ownerId)
    .where('kind', '=', 'dynamic')
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(count) < maxSavedSearches) return
  const detail = `You have ${maxSavedSearches} saved searches, which is the maximum. Delete one to save another.`
  throw new ProblemError('invalid-input', detail, {
    errors: [{ pointer: '', code: 'too-many', detail }],
  })
}
