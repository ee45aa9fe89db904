import { useMemo, useState } from 'react'
import type { Category, CompanyView, RecordView } from '../../../../contract/records/records.ts'
import type { Point } from '../../../../contract/search/distance.ts'
import type { Cells } from '../../../shared/records-table/cells.ts'
import { drawnColumns } from '../../../shared/records-table/columns.ts'
import { RecordsTable } from '../../../shared/records-table/records-table.tsx'
import { pickLocation } from '../../../../contract/search/shown-location.ts'
import { formatFar } from '../../../shared/records-table/shown-location.ts'
import { useColumnChoice } from '../column-choice.ts'
import { lastOpened } from '../panel-state.ts'
import { useSearchHandle } from '../search-context.ts'
import { firstOrder, offeredSorts, sortOf, withSort } from '../search-state.ts'
import { togglePage, toggleRow, useSelection } from '../selection.ts'
import { RowActions, useRowActionsWidth } from './row-actions.tsx'

export const ResultsTable = <Row extends RecordView>({
  category,
  cells,
  records,
  total,
  centres,
  space,
  refreshing,
  now,
  onOpen,
  onMove,
}: {
  category: Category
  cells: Cells<Row>
  records: readonly Row[]
  total: number
  centres: readonly Point[] | undefined
  /** The width of all columns together, in rem. */
  space: number
  refreshing: boolean
  now: number
  onOpen: (id: string) => void
  onMove: (id: string) => void
}) => {
  const { state, change } = useSearchHandle()
  const { chosen, widen } = useColumnChoice(category)
  const selection = useSelection(state)
  const from = state.pages[category] * state.size
  const page = { records, from }
  const columns = useMemo(
    () => drawnColumns(category, chosen, space, cells),
    [category, chosen, space, cells],
  )
  const { criteria } = state
  const context = useMemo(
    () => ({
      now,
      shown: new Set(columns.map(({ key }) => key)),
      locate: (company: CompanyView) => pickLocation(company, criteria, centres),
      far: (record: RecordView) => formatFar(record, criteria),
    }),
    [now, columns, criteria, centres],
  )
  const by = sortOf(state, category)
  const [start] = useState(() => records.findIndex(({ id }) => id === lastOpened[category]))
  const onPage = records.filter(({ id }, index) => selection.has(id, from + index)).length
  return (
    <RecordsTable
      category={category}
      columns={columns}
      rows={records.map((record, index) => ({ index, record }))}
      count={records.length}
      from={from}
      total={total}
      fixed={Object.keys(chosen.widths).length > 0}
      refreshing={refreshing}
      context={context}
      sorting={{
        by,
        offered: offeredSorts(criteria, category),
        onSort: (field) =>
          change((before) =>
            withSort(before, {
              field,
              order: field !== by.field ? firstOrder(field) : by.order === 'asc' ? 'desc' : 'asc',
            }),
          ),
      }}
      onWiden={widen}
      all={{
        label: onPage === records.length ? 'Clear this page' : 'Select this page',
        checked: onPage > 0 && onPage === records.length,
        mixed: onPage > 0 && onPage < records.length,
        onToggle: () => togglePage(selection, page),
      }}
      isSelected={({ id }, index) => selection.has(id, from + index)}
      onToggle={(record) => toggleRow(selection, record, page)}
      open={state.open}
      start={start}
      onOpen={({ id }) => onOpen(id)}
      onMove={(index) => {
        const record = records[index]
        if (record) onMove(record.id)
      }}
      actions={actionsOf}
      actionsWidth={useRowActionsWidth(category)}
    />
  )
}

const actionsOf = (record: RecordView, onOpen: () => void) => (
  <RowActions record={record} onOpen={onOpen} />
)
