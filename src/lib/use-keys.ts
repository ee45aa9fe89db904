import { useEffect, useEffectEvent, type RefObject } from 'react'

/** Handles keys pressed within an element, except in its controls. */
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
