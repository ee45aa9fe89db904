import { createElement } from 'react'
import { part } from '../../../ui/part.tsx'

/** Everything about kept searches that needs the device, in one piece of code. */
export const loadKept = () => import('./kept-parts.ts').then((m) => m.keptParts)

export const SavedHead = part(
  () => loadKept().then((m) => m.SavedHead),
  createElement('div', { className: 'min-h-control' }),
)
export const NoticeBar = part(() => loadKept().then((m) => m.NoticeBar))
export const Overlays = part(() => loadKept().then((m) => m.Overlays))
export const OpenKept = part(() => loadKept().then((m) => m.OpenKept))
