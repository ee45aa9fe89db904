import { lazy, Suspense } from 'react'
import { useSearch } from 'wouter'
import { ScreenLoading } from './screen-loading.tsx'

const View = lazy(() => import('./sources-view.tsx').then((m) => ({ default: m.SourcesView })))

/** Loaded when it is opened: only the operator's admins do. */
export const SourcesScreens = () => {
  const query = new URLSearchParams(useSearch())
  return (
    <Suspense fallback={<ScreenLoading />}>
      <View id={query.get('id')} edited={query.get('edit')} />
    </Suspense>
  )
}
