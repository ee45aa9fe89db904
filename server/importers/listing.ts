import { sql, type Kysely, type Transaction } from 'kysely'
import type { Company } from '../../contract/records/records.ts'
import type { Database } from '../platform/db/db.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Tables } from '../platform/db/tables.ts'
import { companiesByIds, saveCompanies, withTick } from '../records/store.ts'
import type { TextFile } from './file.ts'
import type { Reading } from './importer.ts'
import type { Listing } from './summary.ts'

/** `follows`: an earlier list was read completely; only then is a company that it lacked new on the exchange. */
export type OpenListing = { leaving: ListedCompany[]; met: Set<string>; follows: boolean }

/** Undefined for a partial list. Throws a Refusal for a list that cannot be full. */
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
  const listed = await findListed(db.owner, { exchange, source })
  checkListing(listed, tickers, reading, force)
  const older = listed.some(({ seenAt }) => seenAt > reading.seenAt)
  const dropped = listed.filter(({ ticker }) => !tickers.has(ticker))
  // A rejected row may name any of them.
  const leaving = older || unread > 0 ? [] : dropped
  return { leaving, met: new Set(), follows: !older && (await hasWhole(db.owner, reading)) }
}

/** With a record for each row, and at least one row. */
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

/** The day of the newest older edition of a register that was imported to its end. */
export const lastEdition = async (
  db: Kysely<Tables>,
  { source, seenAt }: Reading,
): Promise<string | undefined> => {
  const { rows } = await sql<{ day: string }>`
    select summary->>'seenAt' as day from import_run
    where finished_at is not null and summary->>'source' = ${source}
      and summary->>'seenAt' < ${seenAt} and summary->>'failed' is null
    order by 1 desc limit 1`.execute(db)
  return rows[0]?.day
}

type ListedCompany = { id: string; ticker: string; name: string; seenAt: string }

const findListed = async (
  db: Kysely<Tables>,
  { exchange, source }: { exchange: string; source: string },
): Promise<ListedCompany[]> => {
  const { rows } = await sql<ListedCompany>`
    select id, ticker, name, provenance->>'seen_at' as "seenAt" from (
      select id, ticker, name,
        coalesce(doc->'provenance'->'ticker', doc->'provenance'->'*') as provenance
      from company where ticker like ${`${exchange}:%`}
    ) as listed
    where provenance->>'source' = ${source} order by ticker`.execute(db)
  return rows
}

const checkListing = (
  listed: readonly ListedCompany[],
  tickers: ReadonlySet<string>,
  { seenAt, source }: Reading,
  force: boolean,
): void => {
  if (force) return
  const newest = listed
    .map((each) => each.seenAt)
    .toSorted()
    .at(-1)
  if (newest !== undefined && newest > seenAt)
    throw new Refusal(
      `This list (${source}) is from ${seenAt}, but a newer one from ${newest} is already imported. An older list would relist companies that have left. The command imports it anyway with --force.`,
    )
  if (tickers.size * 2 < listed.length)
    throw new Refusal(
      `This list (${source}) has ${tickers.size} companies, the previous one ${listed.length}. It looks cut off: importing it would delist ${listed.length - tickers.size} or more. If it is complete, the command imports it with --force.`,
    )
}

export const delist = async (
  db: Database,
  dropped: readonly ListedCompany[],
  reading: Reading,
  onDelisted: (trx: Transaction<Tables>, companies: readonly Company[]) => Promise<unknown>,
): Promise<Listing[]> => {
  if (dropped.length === 0) return []
  await withTick(db, async (trx, seq) => {
    const companies = await companiesByIds(
      trx,
      dropped.map(({ id }) => id),
    )
    await saveCompanies(
      trx,
      companies.map((company) => withoutTicker(company, reading)),
      seq,
    )
    await onDelisted(trx, companies)
  })
  return dropped.map(({ ticker, name }) => ({ ticker, name }))
}

/** The date of the first list without the company. */
const withoutTicker = (company: Company, { source, seenAt, trust }: Reading): Company => {
  const { ticker: _, ...rest } = company
  const provenance = { source, seen_at: seenAt, confidence: trust.base }
  const wasListed = company.type === 'Public listed'
  return {
    ...rest,
    ...(wasListed && { type: 'Public unlisted' }),
    provenance: {
      ...company.provenance,
      ticker: provenance,
      ...(wasListed && { type: provenance }),
    },
  }
}
