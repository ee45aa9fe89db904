import './ui/base.css'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { AfterStart } from './app/after-start.tsx'
import { App } from './app/app.tsx'
import { Providers } from './app/providers.tsx'
import { reloadOnceForMissingCode } from './app/missing-code.ts'
import { here } from './offline/here.ts'
import { finishPendingWipe, pendingWipe } from './offline/wipe.ts'
import { applyUiState } from './lib/ui-state.ts'
import { Toasts } from './ui/toasts.tsx'
import { TooltipLayer } from './ui/tooltip.tsx'

applyUiState(document.documentElement)
reloadOnceForMissingCode()

const draw = (): void => {
  const root = document.getElementById('root')
  if (!root) return
  // In slices: a slow phone stays able to scroll and to press while the first screen is being made.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <Providers>
          <App />
        </Providers>
        <Toasts />
        <TooltipLayer />
        <AfterStart />
      </StrictMode>,
    ),
  )
}

here.tab.watch(window)
if (pendingWipe()) void finishPendingWipe().then(draw)
else draw()
