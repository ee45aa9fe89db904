import { startTransition, useEffect, useState, type ComponentType, type ReactNode } from 'react'

/**
 * A failure goes to the nearest boundary, and the next render retries. Not React.lazy: React reveals suspended content at most
 * every 300 ms, and a start has several such steps (decision 014).
 */
export const lazyComponent = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): ((props: Props) => ReactNode) => {
  let loaded: ComponentType<Props> | null = null
  let pending: Promise<void> | null = null
  const loadOnce = (): Promise<void> =>
    (pending ??= load()
      .then((found) => {
        loaded = found
      })
      .finally(() => {
        pending = null
      }))
  return (props) => {
    const [View, setView] = useState(() => loaded)
    const [trouble, setTrouble] = useState<{ error: unknown } | null>(null)
    useEffect(() => {
      if (View !== null) return
      let isUnmounted = false
      const arrived = (): void => {
        // A transition renders in slices, so that taps are handled meanwhile.
        if (!isUnmounted) startTransition(() => setView(() => loaded))
      }
      if (loaded !== null) arrived()
      else loadOnce().then(arrived, (error: unknown) => isUnmounted || setTrouble({ error }))
      return () => {
        isUnmounted = true
      }
    }, [View])
    if (trouble) throw trouble.error
    return View === null ? fallback : <View {...props} />
  }
}
