import { lazy, Suspense } from 'react'
import { proxy, useSnapshot } from 'valtio'

export type Toast = { id: number; title: string; tone: 'plain' | 'danger' }

/** How long a toast stays, in ms (spec 2 and 9). */
export const toastMs = 3000

export const toastStore = proxy<{ toasts: Toast[]; shownBefore: boolean }>({
  toasts: [],
  shownBefore: false,
})
let last = 0

/** Says something at the top centre for 3 seconds (spec 2). */
export const showToast = ({
  title,
  tone = 'plain',
}: {
  title: string
  tone?: Toast['tone']
}): void => {
  last += 1
  toastStore.toasts.push({ id: last, title, tone })
  toastStore.shownBefore = true
}

export const closeToast = (id: number): void => {
  const at = toastStore.toasts.findIndex((toast) => toast.id === id)
  if (at >= 0) toastStore.toasts.splice(at, 1)
}

const Viewport = lazy(() =>
  import('./toast-viewport.tsx').then((m) => ({ default: m.ToastViewport })),
)

/** Where toasts appear; mounted once by the app. Their drawing loads with the first toast and then stays, so that it is announced. */
export const Toasts = () => {
  const { shownBefore } = useSnapshot(toastStore)
  return shownBefore ? (
    <Suspense fallback={null}>
      <Viewport />
    </Suspense>
  ) : null
}
