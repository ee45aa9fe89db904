import { sql, type Transaction } from 'kysely'
import { audit } from '../../audit/audit.ts'
import { assertAllowed } from '../../credits/limits.ts'
import { customerOf, policiesOf } from '../../customer/customer.ts'
import { byteOrderMark, csvLine } from '../../platform/csv.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Context, Handlers } from '../../platform/http/context.ts'
import { visibleItems } from '../../saved-work/items.ts'
import { activitiesPart, headings, listsPart, searchesPart, type Part } from './work-file.ts'

type Trx = Transaction<Tables>

const first = '00000000-0000-0000-0000-000000000000'

export const workHandlers = (): Handlers<'work' | 'workFile'> => ({
  work: (_, { inOrg, userId }) =>
    inOrg(async (trx) => {
      const items = await visibleItems(trx, userId)
      const searches = items.filter(({ kind }) => kind === 'dynamic').length
      const [notes, visits] = [await countOf(trx, 'note'), await countOf(trx, 'visit')]
      return { lists: items.length - searches, searches, notes, visits }
    }),
  workFile: ({ after }, context) =>
    context.inOrg(async (trx) => {
      await assertAllowed(trx, context, 'download')
      await auditExport(trx, context, 'work-file')
      if (after !== undefined) return partAfter(trx, context, after)
      const { csv, next } = await searchesPart(trx, context.userId)
      return { csv: `${byteOrderMark}${csvLine(headings)}${csv}`, next }
    }),
})

/** Once an hour: the parts of an export are one entry, and none is handed out without. */
export const auditExport = async (
  trx: Trx,
  context: Context,
  act: 'work-file' | 'own-data' | 'organisation-data',
): Promise<void> => {
  const recent = await trx
    .selectFrom('audit_entry')
    .select('seq')
    .where('act', '=', act)
    .where('user_id', '=', context.userId)
    .where('subject', '=', context.userId)
    .where(sql<boolean>`at > now() - interval '1 hour'`)
    .limit(1)
    .executeTakeFirst()
  if (recent === undefined) await audit(trx, context, { act, subject: context.userId })
}

const partAfter = async (trx: Trx, { userId }: Context, after: string): Promise<Part> => {
  const [part, item = first, row = first] = after.split(':')
  if (part === 'activities') return activitiesPart(trx, item)
  return listsPart(trx, userId, [item, row], policiesOf(await customerOf(trx)))
}

const countOf = async (trx: Trx, kind: 'note' | 'visit'): Promise<number> => {
  const { count } = await trx
    .selectFrom('activity')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('kind', '=', kind)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}
