import { HelpScreen } from '../screens/help/help-screen.tsx'
import { ShortcutList } from '../screens/search/shortcuts.tsx'

/** Help, with the shortcuts of the search. */
export const HelpPage = () => <HelpScreen shortcuts={ShortcutList} />
