import type { ReactNode } from 'react'

/** What a cell may need besides its record: where distances are measured from, and the moment (ms since 1970) ages are. */
export type CellContext = { near: { lat: number; lng: number } | undefined; now: number }

/** How a column's cells are drawn; `width` in rem. */
export type Cell<Row> = { width: number; cell: (record: Row, context: CellContext) => ReactNode }

/** The cells of a category by the key of their column (contract/columns.ts). */
export type Cells<Row> = Record<string, Cell<Row>>
