import { useSnapshot } from 'valtio'
import { lazyComponent } from './lazy-component.tsx'
import { toastStore, type Toast } from './toast-store.ts'

let last = 0

/** Shows a toast at the top centre for `toastMs` (spec 2). */
export const showToast = ({
  title,
  tone = 'plain',
  link = null,
}: {
  title: string
  tone?: Toast['tone']
  link?: Toast['link']
}): void => {
  last += 1
  toastStore.toasts.push({ id: last, title, tone, link })
  toastStore.shownBefore = true
}

const Viewport = lazyComponent(() => import('./toast-viewport.tsx').then((m) => m.ToastViewport))

/** Where toasts appear; mounted once by the app. Its viewport loads with the first toast and stays, so that screen readers announce toasts. */
export const Toasts = () => {
  const { shownBefore } = useSnapshot(toastStore)
  return shownBefore ? <Viewport /> : null
}
