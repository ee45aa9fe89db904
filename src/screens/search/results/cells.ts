import type { ReactNode } from 'react'
import type { Criteria } from '../../../../contract/search/criteria.ts'

/** What a cell may need besides its record: what was asked for, and the moment (ms since 1970) ages are measured from. */
export type CellContext = { criteria: Criteria; now: number }

/** How a column's cells are drawn; `width` in rem. */
export type Cell<Row> = { width: number; cell: (record: Row, context: CellContext) => ReactNode }

/** The cells of a category by the key of their column (contract/records/columns.ts). */
export type Cells<Row> = Record<string, Cell<Row>>
