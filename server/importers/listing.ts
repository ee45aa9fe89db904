import { sql, type Kysely, type Transaction } from 'kysely'
import type { Company } from '../../contract/records/records.ts'
import type { Database } from '../platform/db/db.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Tables } from '../platform/db/tables.ts'
import { companiesByIds, saveCompanies, withTick } from '../records/store.ts'
import type { TextFile } from './file.ts'
import type { Reading } from './importer.ts'
import type { Listing } from './summary.ts'

/**
 * A full list as it is imported: who held a code and does not any more, and whom the list has named so far. `follows` says that an
 * earlier one is in, read whole: only then is somebody it did not name new on the exchange.
 */
export type OpenListing = { leaving: Held[]; met: Set<string>; follows: boolean }

/** Compares a list with what earlier ones told; undefined where the file is no full list. Throws a Refusal where it cannot be one. */
export const openListing = async (
  db: Database,
  file: TextFile,
  reading: Reading,
  force: boolean,
): Promise<OpenListing | undefined> => {
  const { exchange, source } = reading
  if (exchange === undefined) return undefined
  const tickers = new Set<string>()
  let unread = 0
  for await (const row of reading.rows(file.bytes())) {
    if ('company' in row && row.company.ticker !== undefined) tickers.add(row.company.ticker)
    else if ('rejected' in row) unread++
  }
  const held = await heldListings(db.owner, { exchange, source })
  checkListing(held, tickers, reading, force)
  const older = held.some(({ seenAt }) => seenAt > reading.seenAt)
  const gone = held.filter(({ ticker }) => !tickers.has(ticker))
  // A row that cannot be read may name any of them.
  const leaving = older || unread > 0 ? [] : gone
  return { leaving, met: new Set(), follows: !older && (await hasWhole(db.owner, reading)) }
}

/** Whether an import of a list of this source came to its end with a record for each of its rows, at least one row. */
const hasWhole = async (db: Kysely<Tables>, { source, seenAt }: Reading): Promise<boolean> => {
  const { rows } = await sql<{ whole: boolean }>`
    select (summary->>'rows')::int = (summary->>'added')::int + (summary->>'updated')::int
      + (summary->>'unchanged')::int and (summary->>'rows')::int > 0 as whole
    from import_run
    where finished_at is not null and summary->>'source' = ${source}
      and summary->>'seenAt' <= ${seenAt} and summary->>'failed' is null
    order by summary->>'seenAt' desc, finished_at desc limit 1`.execute(db)
  return rows[0]?.whole === true
}

/** A record that holds a code of the exchange because an earlier list said so. */
type Held = { id: string; ticker: string; name: string; seenAt: string }

/** Who is listed as far as earlier lists of this source told. */
const heldListings = async (
  db: Kysely<Tables>,
  { exchange, source }: { exchange: string; source: string },
): Promise<Held[]> => {
  const { rows } = await sql<Held>`
    select id, ticker, name, told->>'seen_at' as "seenAt" from (
      select id, ticker, name,
        coalesce(doc->'provenance'->'ticker', doc->'provenance'->'*') as told
      from company where ticker like ${`${exchange}:%`}
    ) as listed
    where told->>'source' = ${source} order by ticker`.execute(db)
  return rows
}

/** Throws a Refusal where a list cannot be taken for the full and current one; `force` takes it at its word. */
const checkListing = (
  held: readonly Held[],
  tickers: ReadonlySet<string>,
  { seenAt, source }: Reading,
  force: boolean,
): void => {
  if (force) return
  const newest = held
    .map((each) => each.seenAt)
    .toSorted()
    .at(-1)
  if (newest !== undefined && newest > seenAt)
    throw new Refusal(
      `This list (${source}) is of ${seenAt} and the one of ${newest} is in already: an older list would bring back companies that have left. Use --force to import it all the same.`,
    )
  if (tickers.size * 2 < held.length)
    throw new Refusal(
      `This list (${source}) names ${tickers.size} companies and the one before ${held.length}: it looks cut off, and importing it would take ${held.length - tickers.size} or more for delisted. Use --force if it is whole.`,
    )
}

/** Takes the code away from companies that the list no longer holds, and tells of them in the same transaction; what they are otherwise stays. */
export const delist = async (
  db: Database,
  gone: readonly Held[],
  reading: Reading,
  tell: (trx: Transaction<Tables>, companies: readonly Company[]) => Promise<unknown>,
): Promise<Listing[]> => {
  if (gone.length === 0) return []
  await withTick(db, async (trx, seq) => {
    const companies = await companiesByIds(
      trx,
      gone.map(({ id }) => id),
    )
    await saveCompanies(
      trx,
      companies.map((company) => delisted(company, reading)),
      seq,
    )
    await tell(trx, companies)
  })
  return gone.map(({ ticker, name }) => ({ ticker, name }))
}

/** Provenance says since when: the day of the first list without it. */
const delisted = (company: Company, { source, seenAt, trust }: Reading): Company => {
  const { ticker: _, ...rest } = company
  const told = { source, seen_at: seenAt, confidence: trust.base }
  const wasListed = company.type === 'Public listed'
  return {
    ...rest,
    ...(wasListed && { type: 'Public unlisted' }),
    provenance: { ...company.provenance, ticker: told, ...(wasListed && { type: told }) },
  }
}
