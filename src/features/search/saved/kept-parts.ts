// What `lazy-parts.ts` loads: everything here brings Dexie along.
export { keepDraft } from './edits.ts'
export { KeptSearches } from './kept-searches.tsx'
export { NoticeBar } from './notice-bar.tsx'
export { OpenKept } from './open-kept.tsx'
export { Overlays } from './overlay-parts.tsx'
export { SavedHead } from './saved-head.tsx'
