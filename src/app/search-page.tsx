import { lazy } from 'react'
import { SearchScreen } from '../features/search/search-screen.tsx'

const RecordPanel = lazy(() =>
  import('../features/records/record-panel.tsx').then((m) => ({ default: m.RecordPanel })),
)

/** The search with the record view beside it: the two features meet here. */
export const SearchPage = () => <SearchScreen recordPanel={RecordPanel} />
