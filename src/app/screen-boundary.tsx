import { Component, type ReactNode } from 'react'
import { log } from '../lib/log.ts'
import { Button } from '../ui/button.tsx'
import { ErrorState } from '../ui/error-state.tsx'

/** Keeps a failure inside one screen: the shell stays, and says what happened and what to do. */
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
    if (isMissingCode(error))
      return (
        <ErrorState heading="h1" title="This screen is not on this device yet" action={reload}>
          Connect to the network once to fetch it. What you saved is safe.
        </ErrorState>
      )
    return (
      <ErrorState
        heading="h1"
        title="This screen stopped working"
        onRetry={() => this.setState({ error: null })}
        action={reload}
      >
        What you saved is safe. Try again, or reload the page if it happens twice.
      </ErrorState>
    )
  }
}

/** Whether the code of a lazily loaded part could not be fetched; browsers word it differently. */
export const isMissingCode = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|importing a module script|module script failed/i.test(error.message)
