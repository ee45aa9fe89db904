import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** The database as the server sees it, PGlite in a worker thread or a PostgreSQL server; rows look the same from both. */
export type Database = {
  kind: 'pglite' | 'postgres'
  /** As the owner: market records, migrations, jobs. Inside a transaction never use this outer handle (PGlite has one connection). */
  owner: Kysely<Tables>
  /** One transaction as the application role of one organisation; row-level security shows nothing else. */
  asOrg<Result>(orgId: string, work: (trx: Transaction<Tables>) => Promise<Result>): Promise<Result>
  /** COPY ... FROM STDIN of rows in PostgreSQL's text format (tab-separated lines, \\N is null); returns the number of rows. */
  copyIn(
    table: keyof Tables,
    columns: readonly string[],
    lines: AsyncIterable<string> | Iterable<string>,
  ): Promise<number>
  close(): Promise<void>
}
