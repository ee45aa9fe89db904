import { sql, type Selectable, type Transaction } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { ExportTemplate } from '../../contract/money/downloads.ts'
import { exportColumns } from '../../contract/records/export-columns.ts'
import type { Category } from '../../contract/records/records.ts'
import { unknownColumns } from './cells.ts'
import { nameKey } from '../saved-work/items.ts'
import type { Context } from '../platform/http/context.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import type { Tables } from '../platform/db/tables.ts'

type Trx = Transaction<Tables>
type Who = Pick<Context, 'orgId' | 'userId' | 'role'>

/** Saved choices of columns of the whole organisation, by name. */
export const templatesOf = async (trx: Trx, who: Who): Promise<ExportTemplate[]> => {
  const rows = await trx
    .selectFrom('export_template')
    .selectAll()
    .orderBy('name_key')
    .orderBy('id')
    .limit(mostTemplates)
    .execute()
  return rows.map((row) => asTemplate(row, who))
}

/** Saves a choice of columns; the same name again replaces one of the caller's own. */
export const saveTemplate = async (
  trx: Trx,
  who: Who,
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
  if (total >= mostTemplates)
    throw new ProblemError(
      'invalid-input',
      `Your organisation can save up to ${mostTemplates} column sets. Delete one first.`,
      { errors: [{ pointer: '/name', code: 'too-many', detail: 'Too many column sets.' }] },
    )
  const row = await trx
    .insertInto('export_template')
    .values({
      org_id: who.orgId,
      id: uuidv7(),
      owner_id: who.userId,
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
  return asTemplate(row, who)
}

/** Deletes a template of the caller's own, or any as an admin; throws `not-found`, and `role-forbidden` for a colleague's. */
export const deleteTemplate = async (trx: Trx, who: Who, id: string): Promise<void> => {
  const row = await trx
    .selectFrom('export_template')
    .select('owner_id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new ProblemError('not-found', 'We can’t find this. It may have been deleted.')
  if (row.owner_id !== who.userId && who.role !== 'admin')
    throw new ProblemError(
      'role-forbidden',
      'Only the person who saved it or an admin can delete it.',
    )
  await trx.deleteFrom('export_template').where('id', '=', id).execute()
}

const mostTemplates = 100

const asTemplate = (
  row: Selectable<Tables['export_template']>,
  { userId }: Who,
): ExportTemplate => ({
  id: row.id,
  name: row.name,
  category: row.category,
  columns: row.columns,
  isOwner: row.owner_id === userId,
})
