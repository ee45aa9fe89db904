import type { Transaction } from 'kysely'
import { uuidPattern } from '../../../contract/core/ids.ts'
import { tidyCriteria } from '../../../contract/search/criteria.ts'
import { assertAllowed } from '../../credits/limits.ts'
import { customerOf, policiesOf } from '../../customer/customer.ts'
import { memberNames } from '../../members/list.ts'
import { byteOrderMark, csvLine, type Cell } from '../../platform/csv.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Context, Handlers } from '../../platform/http/context.ts'
import { ProblemError } from '../../platform/http/problem-error.ts'
import { sentenceOf } from '../../records/query-sentence.ts'
import { visibleItems } from '../../saved-work/items.ts'
import { readPage, tableFiles, type Row, type TableFile } from './data-tables.ts'
import { activityLines, listedLines, type headings, type Line } from './work-file.ts'
import { auditExport } from './work.ts'

type Trx = Transaction<Tables>
type Scope = 'own' | 'organisation'
type Page = { rows: Row[]; last: string | null }

type File = {
  name: string
  /** The cursor before the first row; others have its form. */
  start: string
  page(trx: Trx, context: Context, after: string): Promise<Page>
}

export const dataExportHandlers = (): Handlers<'ownData' | 'organisationData'> => ({
  ownData: ({ after }, context) => exportPart('own', context, after),
  organisationData: ({ after }, context) => exportPart('organisation', context, after),
})

const exportPart = async (scope: Scope, context: Context, cursor = '') => {
  const files = filesOf(scope)
  const [name = '', ...position] = cursor.split(':')
  const index = Math.max(
    0,
    files.findIndex((file) => file.name === name),
  )
  const file = files[index]
  const after = position.length === 0 ? file?.start : position.join(':')
  if (file === undefined || after === undefined || (name !== '' && file.name !== name))
    throw unknownPart()
  if (formOf(after) !== formOf(file.start)) throw unknownPart()
  return context.inOrg(async (trx) => {
    await assertAllowed(trx, context, 'download')
    await auditExport(trx, context, scope === 'own' ? 'own-data' : 'organisation-data')
    const { rows, last } = await file.page(trx, context, after)
    const next = last === null ? (files[index + 1]?.name ?? null) : `${file.name}:${last}`
    return { file: file.name, csv: csvOf(rows, position.length === 0), rows, next }
  })
}

/** Ids, numbers and names of a cursor, so that the database never meets another. */
const formOf = (cursor: string): string =>
  cursor
    .split(':')
    .map((part) => forms.findIndex((form) => form.test(part)))
    .join()
const forms = [uuidPattern, /^\d{1,9}$/, /^[\w-]{1,40}$/]

const unknownPart = (): ProblemError =>
  new ProblemError('invalid-input', 'This export has no such part.', {
    errors: [{ pointer: '/after', code: 'unknown-part', detail: 'Start without it.' }],
  })

const filesOf = (scope: Scope): File[] => [
  ...tableFiles.flatMap((file) => fileOf(file, file[scope])),
  { name: 'searches', start: '-', page: (trx, context) => searchesPage(trx, context, scope) },
  {
    name: 'notes-and-visits',
    start: noId,
    page: async (trx, { userId }, after) => {
      const author = scope === 'own' ? userId : undefined
      const { lines, last } = await activityLines(trx, after, author)
      return { rows: lines.map((line) => rowOf(line, activityColumns)), last }
    },
  },
  {
    name: 'list-records',
    start: `${noId}:${noId}`,
    page: async (trx, { userId }, after) => {
      const policies = policiesOf(await customerOf(trx))
      const [list = noId, record = noId] = after.split(':')
      const own = scope === 'own'
      const { lines, last } = await listedLines(trx, userId, [list, record], policies, own)
      const rows = lines.map((line) => rowOf(line, recordColumns))
      return { rows, last: last?.join(':') ?? null }
    },
  },
]

const noId = '00000000-0000-0000-0000-000000000000'

const fileOf = ({ name, start }: TableFile, query: TableFile[Scope]): File[] =>
  query === undefined
    ? []
    : [{ name, start, page: (trx, context, after) => readPage(trx, query(context, after)) }]

const searchesPage = async (trx: Trx, { userId }: Context, scope: Scope): Promise<Page> => {
  const items = (await visibleItems(trx, userId, { kind: 'dynamic' })).filter(
    (item) => scope === 'organisation' || item.owner_id === userId,
  )
  const by = await memberNames(
    trx,
    items.map((item) => item.owner_id),
  )
  const rows: Row[] = []
  for (const { id, name, category, shared, content, updated_at: at, owner_id: owner } of items)
    rows.push({
      'Fieldbook id': id,
      Name: name,
      Category: category,
      Shared: shared,
      Search: await sentenceOf(tidyCriteria(content), category, trx, userId),
      Criteria: content,
      'Changed (UTC)': at,
      By: by.get(owner) ?? null,
    })
  return { rows, last: null }
}

type Heading = (typeof headings)[number]

const activityColumns: readonly Heading[] = [
  'What',
  'Company or person',
  'Text',
  'Outcome',
  'When (UTC)',
  'By',
  'Fieldbook id',
]
const recordColumns: readonly Heading[] = [
  'List or search',
  'Shared',
  'What',
  'Company or person',
  'Position',
  'Works at',
  'Website',
  'Email',
  'Mobile',
  'Direct phone',
  'By',
  'Fieldbook id',
]

const rowOf = (line: Line, columns: readonly Heading[]): Row =>
  Object.fromEntries(columns.map((column) => [column, line[column] ?? null]))

/** Rows of a file have the same columns. */
const csvOf = (rows: readonly Row[], begins: boolean): string => {
  const columns = Object.keys(rows[0] ?? {})
  const head = begins && columns.length > 0 ? byteOrderMark + csvLine(columns) : ''
  return head + rows.map((row) => csvLine(columns.map((column) => cellOf(row[column])))).join('')
}

const cellOf = (value: unknown): Cell => {
  if (value === undefined || value === null) return null
  if (typeof value === 'string' || typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return value instanceof Date ? value.toISOString() : JSON.stringify(value)
}
