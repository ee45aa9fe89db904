import { runWithin } from '../run-within.ts'
import { readRows, databaseNames } from '../databases.ts'
import { isBackground } from '../entities/entities.ts'
import { currentTab, type CurrentTab } from './current-tab.ts'
import { databasePrefix } from '../names.ts'

export type Losses = { unsent: number; copies: number }

const limitMs = 2_000

/** Counts all organisations of the user, but no edits in the background. Rejects when the stores do not answer within two seconds. */
export const countLosses = async (at: CurrentTab = currentTab): Promise<Losses> => {
  let losses: Losses | null = null
  await runWithin(limitMs, async () => (losses = await countIn(at)))
  if (losses === null) throw new Error('The outbox is unreadable')
  return losses
}

const countIn = async ({ browser }: CurrentTab): Promise<Losses> => {
  const { databases } = browser
  if (databases === null) return { unsent: 0, copies: 0 }
  const own = (await databaseNames(browser)).filter((name) => name.startsWith(databasePrefix))
  const countAll = async (table: string, counts: (row: unknown) => boolean = () => true) => {
    const rows = await Promise.all(own.map((name) => readRows(databases, name, table)))
    return rows.flat().filter(counts).length
  }
  // A conflict holds a version that only this device has.
  const [edits, conflicts, copies] = [
    await countAll('outbox', (row) => !isBackground(kindOf(row))),
    await countAll('conflicts'),
    await countAll('pins'),
  ]
  return { unsent: edits + conflicts, copies }
}

const kindOf = (row: unknown): string =>
  typeof row === 'object' && row !== null && 'kind' in row ? String(row.kind) : ''
