import { uuidv7 } from 'uuidv7'
import type { Database } from '../platform/db/db.ts'
import type { Summary } from './summary.ts'

export const startRun = async (
  db: Database,
  { format, file }: Summary,
  id: string = uuidv7(),
): Promise<string> => {
  await db.owner
    .insertInto('import_run')
    .values({ id, format, file_name: file })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ finished_at: null }))
    .execute()
  return id
}

/** Cuts the longest lists; the terminal shows them whole. */
export const endRun = async (
  db: Database,
  id: string,
  summary: Summary & { failed?: string },
): Promise<void> => {
  const { listing } = summary
  const stored = {
    ...summary,
    ...(listing && { listing: { ...listing, listed: listing.listed.slice(0, 1000) } }),
  }
  await db.owner
    .updateTable('import_run')
    .set({ finished_at: new Date(), summary: JSON.stringify(stored) })
    .where('id', '=', id)
    .execute()
}
