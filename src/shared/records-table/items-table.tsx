import { useCallback, useMemo, useRef, type ReactNode } from 'react'
import { useMedia } from '../../lib/use-media.ts'
import { useWidth } from '../../lib/use-width.ts'
import type { CellContext, DrawnColumn, TableItem } from './cells.ts'
import { RecordsTable } from './records-table.tsx'

export type ItemColumn<Row> = {
  key: string
  label: string
  /** In rem. */
  width: number
  type?: 'number'
  /** `shown`: the keys of the columns that fit. */
  cell: (row: Row, context: Pick<CellContext, 'shown'>) => ReactNode
}

/** The table of records for what is no record. Where it is narrow, the last columns give way first; a press on a row opens it. */
export const ItemsTable = <Row extends TableItem>({
  plural,
  columns,
  rows,
  total = rows.length,
  from = 0,
  open = null,
  onOpen,
  actions,
  actionsWidth: wanted,
}: {
  plural: string
  columns: readonly ItemColumn<Row>[]
  rows: readonly Row[]
  total?: number
  from?: number
  open?: string | null
  onOpen: (row: Row) => void
  /** The buttons at the end of each row, and their width in rem where there are more than one. */
  actions?: (row: Row) => ReactNode
  actionsWidth?: number
}) => {
  const box = useRef<HTMLDivElement>(null)
  const button = useMedia('(pointer: coarse)') ? 2.75 : 2
  const actionsWidth = wanted ?? (actions === undefined ? 0.5 : button + 0.5)
  const space = useWidth(box) - actionsWidth
  const drawn = useMemo(() => fitting(columns, space), [columns, space])
  const context = useMemo(
    (): CellContext => ({
      now: 0,
      shown: new Set(drawn.map(({ key }) => key)),
      locate: () => undefined,
    }),
    [drawn],
  )
  return (
    <div
      ref={box}
      className="overflow-clip rounded-md border border-line bg-card [--table-top:calc(var(--spacing-topbar)+env(safe-area-inset-top)+1px)]"
    >
      <RecordsTable
        category={{ plural }}
        columns={drawn}
        rows={rows.map((record, index) => ({ index, record }))}
        count={rows.length}
        from={from}
        total={total}
        context={context}
        open={open}
        onOpen={onOpen}
        actions={useCallback((row: Row) => actions?.(row), [actions])}
        actionsWidth={actionsWidth}
      />
    </div>
  )
}

const fitting = <Row,>(columns: readonly ItemColumn<Row>[], space: number): DrawnColumn<Row>[] => {
  let left = space
  const fits = ({ width }: ItemColumn<Row>, index: number): boolean => {
    left -= width
    return index === 0 || left >= 0
  }
  return columns.filter(fits).map((column) => ({ ...column, type: column.type ?? 'text' }))
}
