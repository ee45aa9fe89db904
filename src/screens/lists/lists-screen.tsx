import { useSearch } from 'wouter'
import type { FilterSlot } from '../../shared/search/filter-source.ts'
import { AllLists } from './all-lists.tsx'
import { OpenList } from './open-list.tsx'

/** Lists and saved searches; with `?id=` the records of one of them, over which `filters` draws every filter of the search. */
export const ListsScreen = ({ filters }: { filters?: FilterSlot }) => {
  const id = new URLSearchParams(useSearch()).get('id')
  return id === null || id === '' ? <AllLists /> : <OpenList key={id} id={id} filters={filters} />
}
