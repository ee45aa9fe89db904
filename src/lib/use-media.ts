import { useCallback, useSyncExternalStore } from 'react'

export const useMedia = (query: string): boolean => {
  const listen = useCallback(
    (changed: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(listen, () => matchMedia(query).matches)
}

/** phone below 640 px, tablet below 1024 px. */
export const useLayout = (): 'phone' | 'tablet' | 'desk' => {
  const tablet = useMedia('(min-width: 40rem)')
  const desk = useMedia('(min-width: 64rem)')
  return desk ? 'desk' : tablet ? 'tablet' : 'phone'
}
