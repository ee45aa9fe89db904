import { exportColumns, type ExportColumn } from '../../../../contract/records/export-columns.ts'
import type { Category } from '../../../../contract/records/records.ts'

/** Columns whose names contain the query, by group; leaves out empty groups. */
export const groupColumns = (
  category: Category,
  searchTerm: string,
): { group: string; columns: ExportColumn[] }[] => {
  const wanted = searchTerm.trim().toLowerCase()
  const groups = new Map<string, ExportColumn[]>()
  for (const column of exportColumns[category]) {
    const found = `${column.label} ${column.group}`.toLowerCase().includes(wanted)
    if (found) groups.set(column.group, [...(groups.get(column.group) ?? []), column])
  }
  return [...groups].map(([group, columns]) => ({ group, columns }))
}

/** The selected columns that still exist, in order: a template may name a deleted column. */
export const knownColumns = (category: Category, keys: readonly string[]): ExportColumn[] =>
  keys.flatMap((key) => exportColumns[category].find((column) => column.key === key) ?? [])

export const moveKey = (keys: readonly string[], from: number, to: number): string[] => {
  const next = [...keys]
  const [key] = next.splice(from, 1)
  if (key === undefined) return next
  next.splice(Math.max(0, Math.min(to, next.length)), 0, key)
  return next
}
