import { Component, type ReactNode } from 'react'
import { log } from '../lib/log.ts'
import { Button } from '../ui/button.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { isChunkLoadError } from './chunk-load-error.ts'

export class ScreenBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error }
  }

  override componentDidCatch(error: unknown): void {
    log.error('A screen failed', error)
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === null) return this.props.children
    const reload = <Button onClick={() => location.reload()}>Reload</Button>
    if (isChunkLoadError(error))
      return (
        <ErrorState
          heading="h1"
          title="You need a connection to open this screen the first time"
          action={reload}
        >
          Connect once to download it. Your saved work is safe.
        </ErrorState>
      )
    return (
      <ErrorState
        heading="h1"
        title="Something went wrong on this screen"
        onRetry={() => this.setState({ error: null })}
        action={reload}
      >
        Your saved work is safe. Try again, or reload the page if it happens twice.
      </ErrorState>
    )
  }
}
