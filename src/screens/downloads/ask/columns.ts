import { exportColumns, type ExportColumn } from '../../../../contract/records/export-columns.ts'
import type { Category } from '../../../../contract/records/records.ts'

/** The columns whose names hold the words, by their groups; groups without any are left out. */
export const groupsOf = (
  category: Category,
  words: string,
): { group: string; columns: ExportColumn[] }[] => {
  const wanted = words.trim().toLowerCase()
  const groups = new Map<string, ExportColumn[]>()
  for (const column of exportColumns[category]) {
    const found = `${column.label} ${column.group}`.toLowerCase().includes(wanted)
    if (found) groups.set(column.group, [...(groups.get(column.group) ?? []), column])
  }
  return [...groups].map(([group, columns]) => ({ group, columns }))
}

/** The chosen columns that there still are, in their order: a saved choice may name one that has gone. */
export const knownColumns = (category: Category, keys: readonly string[]): ExportColumn[] =>
  keys.flatMap((key) => exportColumns[category].find((column) => column.key === key) ?? [])

/** The same with the one at `from` standing at `to`, as far as there is room. */
export const moved = (keys: readonly string[], from: number, to: number): string[] => {
  const next = [...keys]
  const [one] = next.splice(from, 1)
  if (one === undefined) return next
  next.splice(Math.max(0, Math.min(to, next.length)), 0, one)
  return next
}
