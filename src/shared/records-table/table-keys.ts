/** The action of a key in the table of results: arrows, Home and End move, Space selects, Enter opens. Keys in a cell's own control are ignored. */
export const tableKey = (
  event: KeyboardEvent,
  at: number,
  rows: number,
): { move: number } | 'select' | 'open' | undefined => {
  const moves: Record<string, number> = {
    ArrowDown: Math.min(at + 1, rows - 1),
    ArrowUp: Math.max(at - 1, 0),
    Home: 0,
    End: rows - 1,
  }
  if (event.altKey || event.ctrlKey || event.metaKey) return undefined
  const move = moves[event.key]
  const { target } = event
  const onRow = target instanceof HTMLElement && target.matches('[data-row]')
  if (!onRow) return undefined
  if (move !== undefined) return { move }
  if (event.key === ' ') return 'select'
  return event.key === 'Enter' ? 'open' : undefined
}
