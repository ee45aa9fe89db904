import { lazy, Suspense } from 'react'
import { useSettled } from '../lib/when-settled.ts'

const ExtrasBody = lazy(() => import('./extras-body.tsx').then((m) => ({ default: m.ExtrasBody })))

/** What stands beside the screens and shows nothing: loaded once the first screen stands. */
export const Extras = () =>
  useSettled() ? (
    <Suspense>
      <ExtrasBody />
    </Suspense>
  ) : null
