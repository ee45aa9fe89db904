import { keepDraft } from './edits.ts'
import { KeptSearches } from './kept-searches.tsx'
import { NoticeBar } from './notice-bar.tsx'
import { OpenKept } from './open-kept.tsx'
import { Overlays } from './overlay-parts.tsx'
import { SavedHead } from './saved-head.tsx'

/** What `lazy-parts.ts` loads in one piece: everything here brings Dexie along. */
export const keptParts = { keepDraft, KeptSearches, NoticeBar, OpenKept, Overlays, SavedHead }
