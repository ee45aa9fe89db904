import { useEffect, useState } from 'react'

/** Opens a page of another service; the button stays busy until the browser has left, and works again after Back. */
export const useLeave = (): { isLeaving: boolean; leave: (url: string) => void } => {
  const [isLeaving, setLeaving] = useState(false)
  useEffect(() => {
    const onReturn = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) setLeaving(false)
    }
    addEventListener('pageshow', onReturn)
    return () => removeEventListener('pageshow', onReturn)
  }, [])
  return {
    isLeaving,
    leave: (url) => {
      setLeaving(true)
      location.assign(url)
    },
  }
}
