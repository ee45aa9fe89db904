import type { ColumnType } from 'kysely'

/** Both engines return bigint and numeric as text, and dates as YYYY-MM-DD text. */
export type Big = ColumnType<string, string | number, string | number>

/** The same with a default value. */
export type BigPreset = ColumnType<string, string | number | undefined, string | number>

export type At = ColumnType<Date, Date | string | undefined, Date | string>

export type Moment = ColumnType<Date | null, Date | null | undefined, Date | null>
