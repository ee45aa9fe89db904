import type { ComponentType } from 'react'
import { useSearch } from 'wouter'
import type { RecordPanelProps } from '../../shared/records/record-beside.tsx'
import type { FilterSlot } from '../../shared/search/filter-source.ts'
import { AllLists } from './all-lists.tsx'
import { OpenList } from './open-list.tsx'

/** Lists and saved searches, or the records of `?id=`; `filters` renders all filters of the search, `recordPanel` an open record beside them. */
export const ListsScreen = ({
  filters,
  recordPanel,
}: {
  filters?: FilterSlot
  recordPanel?: ComponentType<RecordPanelProps>
}) => {
  const id = new URLSearchParams(useSearch()).get('id')
  return id === null || id === '' ? (
    <AllLists />
  ) : (
    <OpenList key={id} id={id} filters={filters} recordPanel={recordPanel} />
  )
}
