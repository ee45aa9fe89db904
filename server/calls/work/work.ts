import { sql, type Transaction } from 'kysely'
import { audit } from '../../audit/audit.ts'
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
      if (after !== undefined) return partAfter(trx, context, after)
      await audit(trx, context, { act: 'work-file', subject: context.userId })
      const { csv, next } = await searchesPart(trx, context.userId)
      return { csv: `${byteOrderMark}${csvLine(headings)}${csv}`, next }
    }),
})

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
