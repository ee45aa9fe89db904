import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Company } from '../../contract/records/records.ts'
import type { Database } from '../../server/platform/db/db.ts'
import { importFile, type ImportRequest } from '../../server/importers/run.ts'
import type { Summary } from '../../server/importers/summary.ts'

export const fixture = (name: string): string =>
  fileURLToPath(new URL(`./fixtures/importing/${name}`, import.meta.url))

export const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'fieldbook-import-'))

export const fileOf = async (
  content: string | Uint8Array,
  name = 'companies.csv',
): Promise<string> => {
  const path = join(await newFolder(), name)
  await writeFile(path, content)
  return path
}

/** As of 2 March 2026, with rejected rows in a folder of their own. */
export const runImport = async (
  db: Database,
  format: string,
  path: string,
  more: Partial<ImportRequest> = {},
): Promise<Summary> =>
  importFile(db, {
    path,
    format,
    modified: '2026-03-02',
    rejectFolder: await newFolder(),
    ...more,
  })

export const clear = async (db: Database): Promise<void> => {
  await db.owner.deleteFrom('company').execute()
  await db.owner.deleteFrom('import_run').execute()
}

export const companies = async (db: Database): Promise<Company[]> => {
  const rows = await db.owner.selectFrom('company').select('doc').orderBy('name').execute()
  return rows.map(({ doc }) => doc)
}

export const companyNamed = async (db: Database, name: string): Promise<Company | undefined> =>
  (await companies(db)).find((company) => company.name === name)

export const tick = async (db: Database): Promise<string> =>
  (await db.owner.selectFrom('record_clock').select('seq').executeTakeFirstOrThrow()).seq

export const countRows = (summary: Summary): number =>
  summary.added +
  summary.updated +
  summary.unchanged +
  summary.rejected +
  Object.values(summary.skipped).reduce((sum, times) => sum + times, 0)
