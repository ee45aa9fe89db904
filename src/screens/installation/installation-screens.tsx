import { lazy, Suspense } from 'react'
import { ScreenLoading } from './screen-loading.tsx'

const View = lazy(() =>
  import('./installation-view.tsx').then((m) => ({ default: m.InstallationView })),
)

/** Loaded when it is opened: only the operator's admins do. */
export const InstallationScreens = () => (
  <Suspense fallback={<ScreenLoading />}>
    <View />
  </Suspense>
)
