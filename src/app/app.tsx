import { useEffect } from 'react'
import { Redirect, useLocation } from 'wouter'
import { useLocationProperty } from 'wouter/use-browser-location'
import { links } from '../../contract/links.ts'
import { NotFound } from './not-found.tsx'
import { PlanGate } from './plan-gate.tsx'
import { screenAt } from './routes.tsx'
import { ScreenBoundary } from './screen-boundary.tsx'
import { settingsPageAt } from './settings-pages.ts'
import { Shell } from './shell.tsx'

export const App = () => {
  const [path] = useLocation()
  const screen = screenAt(path)
  const title = useSettingsTitle() ?? screen?.title ?? 'Page not found'
  useEffect(() => {
    document.title = `${title} · Fieldbook`
  }, [title])
  if (path === '/') return <Redirect to={links.home()} replace />
  const View = screen?.view ?? NotFound
  return (
    <PlanGate screen={screen}>
      {screen?.frame === 'bare' ? (
        <ScreenBoundary key={screen.path}>
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

/** Pages of settings share paths. The app renders again with the title, not with every change of the query. */
const useSettingsTitle = (): string | undefined =>
  useLocationProperty(() => settingsPageAt(location.pathname, location.search)?.label)
