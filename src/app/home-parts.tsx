import { Day } from '../screens/home/today/day.tsx'
import { SavedSearches } from '../screens/search/saved/saved-searches.tsx'

export const HomeParts = () => <Day searches={<SavedSearches within="home" />} />
