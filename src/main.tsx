import './ui/base.css'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { AfterStart } from './app/after-start.tsx'
import { App } from './app/app.tsx'
import { Providers } from './app/providers.tsx'
import { reloadOnChunkLoadError } from './app/chunk-load-error.ts'
import { reloadWhenFree } from './app/service-worker.ts'
import { currentTab } from './offline/wipe/current-tab.ts'
import { finishPendingWipe, hasPendingWipe } from './offline/wipe/wipe.ts'
import { watchInstallPrompt } from './lib/install-prompt.ts'
import { applyUiState } from './lib/ui-state.ts'
import { Toasts } from './ui/toasts.tsx'
import { TooltipLayer } from './ui/tooltip.tsx'

applyUiState(document.documentElement)
watchInstallPrompt()
reloadOnChunkLoadError(window, reloadWhenFree)

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

currentTab.tab.watch(window)
if (hasPendingWipe()) void finishPendingWipe().then(draw)
else draw()
