import type { ReactNode } from 'react'
import type { Column } from '../../../contract/records/columns.ts'
import type { CompanyView, RecordView } from '../../../contract/records/records.ts'
import type { ShownLocation } from '../../../contract/search/shown-location.ts'

/** Anything with a name that a table shows in rows. */
export type TableItem = { id: string; name: string }

export type CellContext = {
  /** Milliseconds since 1970, for ages. */
  now: number
  /** The keys of the shown columns: what has its own column is not repeated below the name. */
  shown: ReadonlySet<string>
  locate: (company: CompanyView) => ShownLocation | undefined
  /** What to show below the name instead of the usual; undefined for that. */
  note?: ((record: RecordView) => ReactNode) | undefined
  far?: ((record: RecordView) => string | undefined) | undefined
}

/** How a column renders its cells; `width` in rem. */
export type Cell<Row> = {
  width: number
  cell: (record: Row, context: CellContext) => ReactNode
  /** Renders one cell for this column and the next, where the next is the named one. */
  joins?: {
    next: string
    when: (record: Row) => boolean
    cell: (record: Row, context: CellContext) => ReactNode
  }
}

/** The cells of a category, by column key (contract/records/columns.ts). */
export type Cells<Row> = Record<string, Cell<Row>>

export type DrawnColumn<Row> = Column & Cell<Row>
