import { createElement } from 'react'
import { lazyComponent } from '../../../ui/lazy-component.tsx'

/** The code of saved and recent searches, which needs the device, as one chunk. */
export const loadSavedParts = () => import('./saved-parts.ts').then((m) => m.savedParts)

/** Before a press, which shows a failure itself. */
export const preloadSavedParts = (): void => void loadSavedParts().catch(() => {})

export const SavedHead = lazyComponent(
  () => loadSavedParts().then((m) => m.SavedHead),
  createElement('div', { className: 'min-h-control' }),
)
export const Snackbar = lazyComponent(() => loadSavedParts().then((m) => m.Snackbar))
export const Overlays = lazyComponent(() => loadSavedParts().then((m) => m.Overlays))
export const SearchOnDevice = lazyComponent(() => loadSavedParts().then((m) => m.SearchOnDevice))
export const OnDeviceNotice = lazyComponent(() => loadSavedParts().then((m) => m.OnDeviceNotice))
export const OpenSaved = lazyComponent(() => loadSavedParts().then((m) => m.OpenSaved))
