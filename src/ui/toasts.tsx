import { lazy, Suspense } from 'react'
import { useSnapshot } from 'valtio'
import { toastStore, type Toast } from './toast-store.ts'

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
