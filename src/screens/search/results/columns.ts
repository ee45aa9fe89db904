import { columns, type Column } from '../../../../contract/records/columns.ts'
import type { Category } from '../../../../contract/records/records.ts'
import type { ColumnChoice } from '../column-choice.ts'
import type { Cell, Cells } from './cells.ts'

export type DrawnColumn<Row> = Column & Cell<Row>
type Chosen = {
  readonly keys: readonly string[] | null
  readonly widths: Readonly<ColumnChoice['widths']>
}

/** The columns to render in order and width: the locked ones first, then the chosen or the default ones. */
export const drawnColumns = <Row>(
  category: Category,
  chosen: Chosen,
  cells: Cells<Row>,
): DrawnColumn<Row>[] =>
  shownColumns(category, chosen.keys).flatMap((column) => {
    const cell = cells[column.key]
    if (cell === undefined) return []
    return [{ ...column, ...cell, width: chosen.widths[column.key] ?? cell.width }]
  })

/** The columns of a choice; null is the default. */
export const shownColumns = (category: Category, keys: readonly string[] | null): Column[] => {
  const all = columns[category]
  const locked = all.filter((column) => column.locked === true)
  if (keys === null)
    return all.filter((column) => column.locked === true || column.default === true)
  return [
    ...locked,
    ...keys.flatMap((key) => all.filter((column) => column.key === key && column.locked !== true)),
  ]
}

/** The shown columns with another one, at its default position among them. */
export const withColumn = (category: Category, shown: readonly string[], key: string): string[] => {
  const order = columns[category].map((column) => column.key)
  const at = shown.findIndex((other) => order.indexOf(other) > order.indexOf(key))
  return at === -1 ? [...shown, key] : [...shown.slice(0, at), key, ...shown.slice(at)]
}

/** The shown columns with one moved; the first position is locked. */
export const moveColumn = (shown: readonly string[], key: string, by: -1 | 1): string[] => {
  const from = shown.indexOf(key)
  const to = from + by
  if (from < 1 || to < 1 || to >= shown.length) return [...shown]
  const next = shown.filter((other) => other !== key)
  next.splice(to, 0, key)
  return next
}

/** Numbers and money align right. */
export const isNumeric = (column: Column): boolean =>
  column.type === 'number' || column.type === 'money'
