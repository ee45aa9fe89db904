import { createElement } from 'react'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { preload } from '../../../ui/preload.ts'

/** The code of saved and recent searches, which needs the device, as one chunk. */
export const loadSavedParts = () => import('./saved-parts.ts').then((m) => m.savedParts)

export const preloadSavedParts = (): void => preload(loadSavedParts)

export const SavedHead = lazyComponent(
  () => loadSavedParts().then((m) => m.SavedHead),
  createElement('div', { className: 'min-h-control' }),
)
export const Snackbar = lazyComponent(() => loadSavedParts().then((m) => m.Snackbar))
export const Overlays = lazyComponent(() => loadSavedParts().then((m) => m.Overlays))
export const SearchOnDevice = lazyComponent(() => loadSavedParts().then((m) => m.SearchOnDevice))
export const OnDeviceNotice = lazyComponent(() => loadSavedParts().then((m) => m.OnDeviceNotice))
export const OpenSaved = lazyComponent(() => loadSavedParts().then((m) => m.OpenSaved))
