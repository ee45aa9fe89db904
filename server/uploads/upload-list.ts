import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { EndpointParsedInput } from '../../contract/core/endpoint.ts'
import type { uploadsEndpoints } from '../../contract/money/uploads.ts'
import type { List } from '../../contract/saved-work/lists.ts'
import { checkMatched } from './review-decisions.ts'
import { bareName } from './source.ts'
import { uploadOf, type StoredUpload } from './uploads.ts'
import type { QueryResolver } from '../saved-work/resolve-query.ts'
import { nextTick } from '../saved-work/clock.ts'
import { addItem, emptyContent, seenItem, type Item } from '../saved-work/items.ts'
import { changeMembers, existingRecords } from '../saved-work/members.ts'
import { countsOf, listView, markSeen, uncounted } from '../saved-work/views.ts'
import type { Context } from '../platform/http/context.ts'

type Trx = Parameters<Parameters<Context['inOrg']>[0]>[0]

export const listOfUpload = async (
  resolver: QueryResolver,
  context: Context,
  { id, newId, name }: EndpointParsedInput<typeof uploadsEndpoints.listUpload>,
): Promise<List> => {
  const list = await context.inOrg(async (trx) => {
    const seq = await nextTick(trx, context.orgId)
    const upload = await uploadOf(trx, context, id, true)
    checkMatched(upload)
    const item = (await itsList(trx, context, upload)) ?? (await newList(trx, context, seq, upload))
    const { rows } = await sql<{ id: string }>`
      select distinct record_id as id from upload_row
      where upload_id = ${id}::uuid and state = 'accepted' and record_id is not null`.execute(trx)
    const add = await existingRecords(
      trx,
      upload.category,
      rows.map((row) => row.id),
    )
    await changeMembers(trx, context, seq, item, { add, remove: [] })
    await trx.updateTable('upload').set({ list_id: item.id }).where('id', '=', id).execute()
    const filled = await seenItem(trx, context, item.id)
    await markSeen(trx, context, filled, filled.size)
    return filled
  })
  context.afterwards(() => resolver.suppressionChanged(context.orgId))
  const [counts = uncounted] = await countsOf(resolver, context, [list])
  return listView(list, context.userId, counts)

  async function newList(
    trx: Trx,
    actor: Context,
    seq: string,
    upload: StoredUpload,
  ): Promise<Item> {
    const { item } = await addItem(trx, actor, seq, {
      id: newId ?? uuidv7(),
      kind: 'upload',
      category: upload.category,
      name: name ?? bareName(upload.name),
      shared: false,
      content: emptyContent,
    })
    return item
  }
}

const itsList = async (
  trx: Trx,
  { userId }: Context,
  { list_id: id, category }: StoredUpload,
): Promise<Item | undefined> =>
  id === null
    ? undefined
    : trx
        .selectFrom('saved_item')
        .selectAll()
        .where('id', '=', id)
        .where('owner_id', '=', userId)
        .where('category', '=', category)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
