import { useSearch } from 'wouter'
import { AllLists } from './all-lists.tsx'
import { OpenList } from './open-list.tsx'

/** Lists and saved searches; with `?id=` the records of one of them. */
export const ListsScreen = () => {
  const id = new URLSearchParams(useSearch()).get('id')
  return id === null || id === '' ? <AllLists /> : <OpenList key={id} id={id} />
}
