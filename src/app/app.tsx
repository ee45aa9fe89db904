import { useEffect } from 'react'
import { Redirect, useLocation } from 'wouter'
import { links } from '../../contract/links.ts'
import { NotFound } from './not-found.tsx'
import { PlanGate } from './plan-gate.tsx'
import { screenAt } from './routes.tsx'
import { ScreenBoundary } from './screen-boundary.tsx'
import { Shell } from './shell.tsx'

export const App = () => {
  const [path] = useLocation()
  const screen = screenAt(path)
  const title = screen?.title ?? 'Page not found'
  useEffect(() => {
    document.title = `${title} · Fieldbook`
  }, [title])
  if (path === '/') return <Redirect to={links.home()} replace />
  const View = screen?.view ?? NotFound
  return (
    <PlanGate screen={screen}>
      {screen?.frame === 'bare' ? (
        <ScreenBoundary key={path}>
          <View />
        </ScreenBoundary>
      ) : (
        <Shell title={title} hasRows={screen?.hasRows}>
          <ScreenBoundary key={screen?.path ?? path}>
            <View />
          </ScreenBoundary>
        </Shell>
      )}
    </PlanGate>
  )
}
