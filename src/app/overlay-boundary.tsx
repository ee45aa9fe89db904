import { Component, type ReactNode } from 'react'
import { log } from '../lib/log.ts'
import { showToast } from '../ui/toasts.tsx'
import { isChunkLoadError } from './chunk-load-error.ts'

type Props = {
  /** Opened by the user: retry after an earlier failure. */
  wanted: boolean
  onFail: () => void
  children: ReactNode
}

type State = { failed: boolean; wanted: boolean }

/** A failure of an overlay must not close the screen below. */
export class OverlayBoundary extends Component<Props, State> {
  override state: State = { failed: false, wanted: false }

  static getDerivedStateFromError(): Pick<State, 'failed'> {
    return { failed: true }
  }

  static getDerivedStateFromProps({ wanted }: Props, before: State): State {
    return { failed: before.failed && (before.wanted || !wanted), wanted }
  }

  override componentDidCatch(error: unknown): void {
    log.error('Something over the screens failed', error)
    showToast({
      title: isChunkLoadError(error)
        ? 'You need a connection to open this the first time.'
        : 'Something went wrong. Your saved work is safe.',
      tone: 'danger',
    })
    this.props.onFail()
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children
  }
}
