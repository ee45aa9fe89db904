import { columns, type Column } from '../../../contract/records/columns.ts'
import type { Category } from '../../../contract/records/records.ts'
import type { Cell, Cells, DrawnColumn } from './cells.ts'
import { companyCells } from './company-cells.tsx'
import { peopleCells } from './people-cells.tsx'

/** The chosen columns in their order (null for those that fit the width), and the widths of resized ones in rem. */
export type ColumnChoice = {
  readonly keys: readonly string[] | null
  readonly widths: Readonly<Record<string, number>>
}

/** The columns to render in order and width: the locked ones first, then the chosen ones, or the default ones that fit into `space` rem. */
export const drawnColumns = <Row>(
  category: Category,
  { keys, widths }: ColumnChoice,
  space: number,
  cells: Cells<Row>,
): DrawnColumn<Row>[] => {
  const shown = shownColumns(category, keys, space)
  // Without the column that it joins, a cell has its content to itself.
  const spareOf = ({ joins }: Cell<Row>): number =>
    joins && !shown.some(({ key }) => key === joins.next) ? joinedSpare : 0
  return shown.flatMap((column) => {
    const cell = cells[column.key]
    if (cell === undefined) return []
    const width = Math.max(narrowest(column), widths[column.key] ?? cell.width + spareOf(cell))
    return [{ ...column, ...cell, width }]
  })
}

const joinedSpare = 3

/** The columns of a choice; null is the default ones that fit into `space` rem, the most useful first. */
export const shownColumns = (
  category: Category,
  keys: readonly string[] | null,
  space: number,
): Column[] => {
  const all = columns[category]
  const locked = all.filter((column) => column.locked === true)
  if (keys !== null)
    return [
      ...locked,
      ...keys.flatMap((key) =>
        all.filter((column) => column.key === key && column.locked !== true),
      ),
    ]
  const fitting = new Set(locked)
  let left = space - locked.reduce((sum, { key }) => sum + standardWidth(category, key), 0)
  for (const key of byUse[category]) {
    const column = all.find((each) => each.key === key)
    const width = standardWidth(category, key)
    const spare = belowName.has(key) ? 4 : 0
    if (column === undefined || width + spare > left) break
    fitting.add(column)
    left -= width
  }
  return all.filter((column) => fitting.has(column))
}

/** Shown below the name without a column: it gets one only where the name still has space to grow. */
const belowName = new Set(['industry', 'position'])

/** The default columns; where the table is narrow, the last give way first. */
const byUse: Record<Category, readonly string[]> = {
  company: ['hq', 'employees_local', 'signals_90d', 'verified_at', 'revenue', 'industry'],
  people: ['work_email', 'mobile', 'verified_at', 'company', 'position', 'location', 'seniority'],
}

export const standardWidth = (category: Category, key: string): number =>
  (category === 'company' ? companyCells : peopleCells)[key]?.width ?? 8

/** A name is not cut before 240 px. */
export const narrowest = (column: Column): number => (column.locked === true ? 15 : 3)

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

export const isNumeric = (column: Column): boolean =>
  column.type === 'number' || column.type === 'money'
