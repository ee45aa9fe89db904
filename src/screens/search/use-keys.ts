import { useEffect, useEffectEvent, type RefObject } from 'react'

/** Keys pressed anywhere within an element that is itself no control. */
export const useKeys = (
  within: RefObject<HTMLElement | null>,
  onKey: (event: KeyboardEvent) => void,
): void => {
  const handle = useEffectEvent(onKey)
  useEffect(() => {
    const element = within.current
    const listen = (event: KeyboardEvent): void => handle(event)
    element?.addEventListener('keydown', listen)
    return () => element?.removeEventListener('keydown', listen)
  }, [within])
}
