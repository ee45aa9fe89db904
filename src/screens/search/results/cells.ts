import type { ReactNode } from 'react'
import type { Criteria } from '../../../../contract/search/criteria.ts'

/** What a cell needs besides its record: the criteria, and the current time (ms since 1970) for ages. */
export type CellContext = { criteria: Criteria; now: number }

/** How a column renders its cells; `width` in rem. */
export type Cell<Row> = { width: number; cell: (record: Row, context: CellContext) => ReactNode }

/** The cells of a category, by column key (contract/records/columns.ts). */
export type Cells<Row> = Record<string, Cell<Row>>
