import { formatCount } from '../../lib/format.ts'
import type { Conflict } from '../../offline/rows.ts'

/** '1 list needs your decision'; null without conflicts. */
export const describeDecisions = (conflicts: readonly Conflict[]): string | null => {
  const items = new Map(conflicts.map(({ table, item }) => [item, table]))
  if (items.size === 0) return null
  const isList = [...items.values()].every((table) => table === 'lists' || table === 'members')
  return isList
    ? `${formatCount(items.size, 'list needs', 'lists need')} your decision.`
    : `${formatCount(items.size, 'change needs', 'changes need')} your decision.`
}
