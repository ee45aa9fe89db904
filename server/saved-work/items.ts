import { sql, type Selectable, type Transaction } from 'kysely'
import { emptyCriteria } from '../../contract/search/criteria.ts'
import { ListKind } from '../../contract/saved-work/lists.ts'
import type { Category } from '../../contract/records/records.ts'
import { mostSaved } from '../../contract/saved-work/item.ts'
import type { Context } from '../platform/http/context.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import type { SavedItemRow, SearchContent, Tables } from '../platform/db/tables.ts'
import { audit } from '../audit/audit.ts'
import { forgetLongDeleted } from './forgetting.ts'
import { fieldsOf, type Changeable } from './fields.ts'
import { passMembersOn } from './members.ts'

type Trx = Transaction<Tables>

/** Saved searches (kind dynamic) and lists. */
export type Item = Selectable<SavedItemRow>

/** Who asks, and by which request where it was one. */
export type Who = Pick<Context, 'orgId' | 'userId' | 'role'> &
  Partial<Pick<Context, 'requestId' | 'ip'>>

export const emptyContent: SearchContent = { ...emptyCriteria, prompt: null }

/** Own and shared ones, the last changed first; of all kinds or of one. */
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

const itemOf = (trx: Trx, id: string): Promise<Item | undefined> =>
  trx.selectFrom('saved_item').selectAll().where('id', '=', id).executeTakeFirst()

const maySee = (item: Item, { userId }: Who): boolean => item.owner_id === userId || item.shared

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const nothing = (): ProblemError =>
  new ProblemError('not-found', 'We can’t find this. It may have been deleted.')

/** An item the caller may see; throws `not-found` (also for what is there and not theirs to see) or `deleted`. */
export const seenItem = async (
  trx: Trx,
  who: Who,
  id: string,
  kinds: readonly ListKind[] = ListKind.options,
): Promise<Item> => {
  const item = uuid.test(id) ? await itemOf(trx, id) : undefined
  if (!item || !maySee(item, who) || !kinds.includes(item.kind)) throw nothing()
  if (item.deleted_at !== null)
    throw new ProblemError('deleted', `'${item.name}' has been deleted.`, {
      more: { deletedBy: item.deleted_by, deletedAt: item.deleted_at.toISOString() },
    })
  return item
}

/** An item the caller may change: their own, or as an admin a shared one; throws as `seenItem` and `role-forbidden`. */
export const ownItem = async (
  trx: Trx,
  who: Who,
  id: string,
  kinds: readonly ListKind[] = ListKind.options,
): Promise<Item> => {
  const item = await seenItem(trx, who, id, kinds)
  checkMayChange(item, who)
  return item
}

const checkMayChange = (item: Item, { userId, role }: Who): void => {
  if (role === 'admin' || (item.owner_id === userId && item.kind !== 'suppression')) return
  throw new ProblemError(
    'role-forbidden',
    item.kind === 'suppression'
      ? 'Only admins can change suppression lists.'
      : 'Only the owner or an admin can change this. You can duplicate it.',
  )
}

/** An item the caller may delete, or null where it is deleted already; throws `not-found` and `role-forbidden`. */
export const removableItem = async (
  trx: Trx,
  who: Who,
  id: string,
  kinds: readonly ListKind[] = ListKind.options,
): Promise<Item | null> => {
  const item = await itemOf(trx, id)
  if (!item || !maySee(item, who) || !kinds.includes(item.kind)) throw nothing()
  if (item.deleted_at !== null) return null
  checkMayChange(item, who)
  return item
}

/** An item that has been deleted and that the caller could see before; throws `not-found`. */
export const deletedItem = async (
  trx: Trx,
  who: Who,
  id: string,
  kinds: readonly ListKind[] = ListKind.options,
): Promise<Item> => {
  const item = await itemOf(trx, id)
  if (!item || item.deleted_at === null || !maySee(item, who) || !kinds.includes(item.kind))
    throw nothing()
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
 * Adds an item of the caller's; where one of theirs has this id already, answers that one (created twice is created once). Throws
 * `name-taken`, `invalid-input` beyond 200 saved searches, `deleted` or `not-found` where the id was used for something else.
 */
export const addItem = async (
  trx: Trx,
  who: Who,
  seq: string,
  item: NewItem,
): Promise<{ item: Item; isNew: boolean }> => {
  const there = await itemOf(trx, item.id)
  if (there) {
    if (there.owner_id !== who.userId) throw nothing()
    return { item: await seenItem(trx, who, item.id, [item.kind]), isNew: false }
  }
  await checkName(trx, { ...item, owner_id: who.userId })
  if (item.kind === 'dynamic') await checkRoom(trx, who.userId)
  const added = await trx
    .insertInto('saved_item')
    .values({
      org_id: who.orgId,
      id: item.id,
      kind: item.kind,
      category: item.category,
      name: item.name,
      name_key: nameKey(item.name),
      owner_id: who.userId,
      shared: item.shared,
      content: JSON.stringify(item.content),
      seq,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await writeVersion(trx, who, added, [], [])
  if (added.kind === 'suppression')
    await audit(trx, who, { act: 'suppression', subject: added.id, details: { change: 'made' } })
  else if (added.shared) await auditSharing(trx, who, added)
  return { item: added, isNew: true }
}

/** Stores the next version of an item; `changed` are the paths it changes. Throws `name-taken`. */
export const changeItem = async (
  trx: Trx,
  who: Who,
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
  // Colleagues who see it from now on have none of its records yet.
  if (!item.shared && next.shared) await passMembersOn(trx, item.id, seq)
  await writeVersion(trx, who, after, changed, overruled)
  if (item.shared !== after.shared) await auditSharing(trx, who, after)
  return after
}

/** Marks an item as deleted; devices learn of it for 90 days, and so long it can be restored. */
export const deleteItem = async (trx: Trx, who: Who, seq: string, item: Item): Promise<void> => {
  await trx
    .updateTable('saved_item')
    .set({ deleted_at: sql`now()`, deleted_by: who.userId, seq })
    .where('id', '=', item.id)
    .execute()
  await forgetLongDeleted(trx)
  if (item.kind === 'suppression')
    await audit(trx, who, {
      act: 'suppression',
      subject: item.id,
      details: { change: 'deleted', records: item.size },
    })
}

const auditSharing = (trx: Trx, who: Who, { id, kind, category, shared }: Item): Promise<void> =>
  audit(trx, who, {
    act: 'sharing',
    subject: id,
    details: { what: kind === 'dynamic' ? 'search' : 'list', category, shared },
  })

const writeVersion = async (
  trx: Trx,
  who: Who,
  item: Item,
  changed: readonly string[],
  overruled: readonly unknown[],
): Promise<void> => {
  await trx
    .insertInto('saved_version')
    .values({
      org_id: who.orgId,
      item_id: item.id,
      version: item.version,
      by_user: who.userId,
      fields: JSON.stringify(fieldsOf(item.kind, item)),
      changed: JSON.stringify(changed),
      overruled: JSON.stringify(overruled),
    })
    .execute()
}

/** What two names that read the same share. */
export const nameKey = (name: string): string => name.normalize('NFC').toLowerCase()

/** Throws `name-taken` with the id of the other item of this owner and category (product 2.3). */
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
  if (Number(count) < mostSaved) return
  const detail = `You have ${mostSaved} saved searches, which is the maximum. Delete one to save another.`
  throw new ProblemError('invalid-input', detail, {
    errors: [{ pointer: '', code: 'too-many', detail }],
  })
}
