import { columns, type Column } from '../../../../contract/columns.ts'
import type { Category } from '../../../../contract/records.ts'
import type { Cell, Cells } from './cells.ts'

export type DrawnColumn<Row> = Column & Cell<Row>

/** The columns to draw in their fixed order: the locked ones, and the chosen or else the standard ones. */
export const drawnColumns = <Row>(
  category: Category,
  chosen: readonly string[] | null,
  cells: Cells<Row>,
): DrawnColumn<Row>[] =>
  columns[category].flatMap((column) => {
    const cell = cells[column.key]
    return cell !== undefined && isShown(column, chosen) ? [{ ...column, ...cell }] : []
  })

/** Whether a column is shown when these have been chosen; null stands for the standard ones. */
export const isShown = (column: Column, chosen: readonly string[] | null): boolean =>
  column.locked === true || (chosen?.includes(column.key) ?? column.default === true)

/** Numbers and money stand at the end of their cell. */
export const isNumeric = (column: Column): boolean =>
  column.type === 'number' || column.type === 'money'
