import { HelpScreen } from '../features/help/help-screen.tsx'
import { ShortcutList } from '../features/search/shortcuts.tsx'

/** Help, with the shortcuts of the search. */
export const HelpPage = () => <HelpScreen shortcuts={ShortcutList} />
