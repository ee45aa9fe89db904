import { sql, type Transaction } from 'kysely'
import { UploadField } from '../../contract/money/uploads.ts'
import { enoughFields, uploadFields } from '../../contract/money/upload-file.ts'
import type { Category } from '../../contract/records/records.ts'
import { foldText } from '../../contract/search/search-doc.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import type { Tables } from '../platform/db/tables.ts'
import { noMatches } from './rows.ts'
import { headingsOf, rowsOf, type ReadFile } from './read-file.ts'
import type { Remembered } from './suggest-columns.ts'
import type { StoredUpload } from './uploads.ts'

type Trx = Transaction<Tables>

export const headingKey = (heading: string): string => foldText(heading).slice(0, 200)

export const rememberedFor = async (trx: Trx, category: Category): Promise<Remembered> => {
  const rows = await trx
    .selectFrom('upload_heading')
    .select(['heading', 'field'])
    .where('category', '=', category)
    .execute()
  return new Map(
    rows.map(({ heading, field }) => [heading, field === null ? null : UploadField.parse(field)]),
  )
}

export type ColumnMapping = {
  category: Category
  columns: readonly (UploadField | null)[]
  headerRow?: number | null | undefined
}

/** Saves the mapping for the headings and discards earlier matches. Throws `invalid-input`. */
export const mapColumns = async (
  trx: Trx,
  upload: StoredUpload,
  read: ReadFile,
  { category, columns: fields, headerRow = read.headerRow }: ColumnMapping,
): Promise<void> => {
  check(read, category, fields, headerRow)
  const columns = headingsOf(read, headerRow).map((header, at) => ({
    header,
    field: fields[at] ?? null,
  }))
  await trx.deleteFrom('upload_row').where('upload_id', '=', upload.id).execute()
  await trx
    .updateTable('upload')
    .set({
      category,
      columns: JSON.stringify(columns),
      read: JSON.stringify({ ...read, headerRow }),
      state: 'MAPPED',
      reason: null,
      done: 0,
      counts: JSON.stringify(noMatches),
      // Makes a matching run in progress lose its claim.
      attempt: sql`attempt + 1`,
      updated_at: sql`now()`,
    })
    .where('id', '=', upload.id)
    .execute()
  await remember(trx, upload.org_id, category, columns)
}

export const checkHeaderRow = (read: ReadFile, headerRow: number | null): void => {
  if (headerRow !== null && (headerRow > read.sample.length || rowsOf(read, headerRow) < 1))
    throw wrong('/headerRow', 'too-deep', 'There are no rows below this one. Choose another.')
}

const check = (
  read: ReadFile,
  category: Category,
  fields: readonly (UploadField | null)[],
  headerRow: number | null,
): void => {
  if (fields.length !== read.width)
    throw wrong(
      '/columns',
      'count',
      `This file has ${read.width} columns, but you sent ${fields.length}.`,
    )
  checkHeaderRow(read, headerRow)
  const seen = new Map<UploadField, number>()
  for (const [at, field] of fields.entries()) {
    if (field === null) continue
    const label = uploadFields[category][field]
    if (label === undefined)
      throw wrong(
        `/columns/${at}`,
        'unknown-value',
        `A file of ${category === 'company' ? 'companies' : 'people'} has no field '${field}'.`,
      )
    const before = seen.get(field)
    if (before !== undefined)
      throw wrong(
        `/columns/${at}`,
        'twice',
        `Columns ${before + 1} and ${at + 1} are both mapped to ${label}. Choose one.`,
      )
    seen.set(field, at)
  }
  if (!enoughFields[category].some((each) => each.every((field) => seen.has(field))))
    throw wrong('/columns', 'nothing-to-go-by', tooLittle[category])
}

const tooLittle: Readonly<Record<Category, string>> = {
  company: 'Choose a column with company names, websites, LinkedIn pages or official numbers.',
  people: 'Choose columns with emails, LinkedIn profiles, or names and companies.',
}

const wrong = (pointer: string, code: string, detail: string): ProblemError =>
  new ProblemError('invalid-input', detail, { errors: [{ pointer, code, detail }] })

const remember = async (
  trx: Trx,
  orgId: string,
  category: Category,
  columns: readonly { header: string; field: UploadField | null }[],
): Promise<void> => {
  const meanings = new Map(
    columns.flatMap(({ header, field }) => {
      const key = headingKey(header)
      return key === '' ? [] : [[key, field] as const]
    }),
  )
  if (meanings.size === 0) return
  await trx
    .insertInto('upload_heading')
    .values([...meanings].map(([heading, field]) => ({ org_id: orgId, category, heading, field })))
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'category', 'heading'])
        .doUpdateSet((of) => ({ field: of.ref('excluded.field') })),
    )
    .execute()
}
