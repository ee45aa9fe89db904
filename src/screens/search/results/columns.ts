import { columns, type Column } from '../../../../contract/records/columns.ts'
import type { Category } from '../../../../contract/records/records.ts'
import type { ColumnChoice } from '../column-choice.ts'
import type { Cell, Cells } from './cells.ts'

export type DrawnColumn<Row> = Column & Cell<Row>
type Chosen = {
  readonly keys: readonly string[] | null
  readonly widths: Readonly<ColumnChoice['widths']>
}

/** The columns to draw in their order and width: the locked ones first, then the chosen or else the standard ones. */
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

/** The columns that are shown when these have been chosen; null stands for the standard ones. */
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

/** The shown ones with one more, where it stands by itself among those that follow the standard order. */
export const withColumn = (category: Category, shown: readonly string[], key: string): string[] => {
  const order = columns[category].map((column) => column.key)
  const at = shown.findIndex((other) => order.indexOf(other) > order.indexOf(key))
  return at === -1 ? [...shown, key] : [...shown.slice(0, at), key, ...shown.slice(at)]
}

/** The shown ones with one of them moved by so many places; the first place is not theirs. */
export const movedColumn = (shown: readonly string[], key: string, by: -1 | 1): string[] => {
  const from = shown.indexOf(key)
  const to = from + by
  if (from < 1 || to < 1 || to >= shown.length) return [...shown]
  const next = shown.filter((other) => other !== key)
  next.splice(to, 0, key)
  return next
}

/** Numbers and money stand at the end of their cell. */
export const isNumeric = (column: Column): boolean =>
  column.type === 'number' || column.type === 'money'
