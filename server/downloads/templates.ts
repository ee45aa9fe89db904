import { sql, type Selectable, type Transaction } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { ExportTemplate } from '../../contract/money/downloads.ts'
import { exportColumns } from '../../contract/records/export-columns.ts'
import type { Category } from '../../contract/records/records.ts'
import { unknownColumns } from './cells.ts'
import { nameKey } from '../saved-work/items.ts'
import type { Context } from '../platform/http/context.ts'
import { notFound, ProblemError } from '../platform/http/problem-error.ts'
import type { Tables } from '../platform/db/tables.ts'

type Trx = Transaction<Tables>
type Actor = Pick<Context, 'orgId' | 'userId' | 'role'>

export const templatesOf = async (trx: Trx, actor: Actor): Promise<ExportTemplate[]> => {
  const rows = await trx
    .selectFrom('export_template')
    .selectAll()
    .orderBy('name_key')
    .orderBy('id')
    .limit(maxTemplates)
    .execute()
  return rows.map((row) => asTemplate(row, actor))
}

/** Replaces the caller's template with the same name. */
export const saveTemplate = async (
  trx: Trx,
  actor: Actor,
  { name, category, columns }: { name: string; category: Category; columns: readonly string[] },
): Promise<ExportTemplate> => {
  const [first] = unknownColumns(exportColumns, category, columns)
  if (first !== undefined) {
    const detail = `We don’t know the column '${columns[first] ?? ''}'.`
    throw new ProblemError('invalid-input', detail, {
      errors: [{ pointer: `/columns/${first}`, code: 'unknown-column', detail }],
    })
  }
  const { total } = await trx
    .selectFrom('export_template')
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  if (total >= maxTemplates)
    throw new ProblemError(
      'invalid-input',
      `Your organisation can save up to ${maxTemplates} column sets. Delete one first.`,
      { errors: [{ pointer: '/name', code: 'too-many', detail: 'Too many column sets.' }] },
    )
  const row = await trx
    .insertInto('export_template')
    .values({
      org_id: actor.orgId,
      id: uuidv7(),
      owner_id: actor.userId,
      name,
      name_key: nameKey(name),
      category,
      columns: JSON.stringify([...new Set(columns)]),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'owner_id', 'category', 'name_key'])
        .doUpdateSet({ name, columns: JSON.stringify([...new Set(columns)]) }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  return asTemplate(row, actor)
}

/** Throws `not-found`, and `role-forbidden` for another member's unless the caller is an admin. */
export const deleteTemplate = async (trx: Trx, actor: Actor, id: string): Promise<void> => {
  const row = await trx
    .selectFrom('export_template')
    .select('owner_id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound()
  if (row.owner_id !== actor.userId && actor.role !== 'admin')
    throw new ProblemError(
      'role-forbidden',
      'Only the person who saved it or an admin can delete it.',
    )
  await trx.deleteFrom('export_template').where('id', '=', id).execute()
}

const maxTemplates = 100

const asTemplate = (
  row: Selectable<Tables['export_template']>,
  { userId }: Actor,
): ExportTemplate => ({
  id: row.id,
  name: row.name,
  category: row.category,
  columns: row.columns,
  isOwner: row.owner_id === userId,
})
