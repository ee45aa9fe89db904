import { useSearch } from 'wouter'
import type { FilterSlot } from '../../shared/search/filter-source.ts'
import { AllLists } from './all-lists.tsx'
import { OpenList } from './open-list.tsx'

/** Lists and saved searches, or the records of `?id=`; `filters` renders all filters of the search. */
export const ListsScreen = ({ filters }: { filters?: FilterSlot }) => {
  const id = new URLSearchParams(useSearch()).get('id')
  return id === null || id === '' ? <AllLists /> : <OpenList key={id} id={id} filters={filters} />
}
