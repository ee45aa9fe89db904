import { keepDraft } from './edits.ts'
import { SavedSearches } from './saved-searches.tsx'
import { Snackbar } from './snackbar.tsx'
import { OpenSaved } from './open-saved.tsx'
import { Overlays } from './overlay-parts.tsx'
import { SavedHead } from './saved-head.tsx'
import { OnDeviceNotice, SearchOnDevice } from './search-on-device.tsx'

/** The chunk that `lazy-parts.ts` loads: every part imports Dexie. */
export const savedParts = {
  keepDraft,
  SavedSearches,
  Snackbar,
  OpenSaved,
  Overlays,
  SavedHead,
  SearchOnDevice,
  OnDeviceNotice,
}
