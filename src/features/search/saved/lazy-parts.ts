import { lazy } from 'react'

/** Everything about kept searches that needs the device, in one piece of code. */
export const loadKept = () => import('./kept-parts.ts').then((m) => m.keptParts)

export const SavedHead = lazy(() => loadKept().then((m) => ({ default: m.SavedHead })))
export const NoticeBar = lazy(() => loadKept().then((m) => ({ default: m.NoticeBar })))
export const Overlays = lazy(() => loadKept().then((m) => ({ default: m.Overlays })))
export const OpenKept = lazy(() => loadKept().then((m) => ({ default: m.OpenKept })))
