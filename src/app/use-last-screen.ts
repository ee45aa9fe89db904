import { useEffect } from 'react'
import { useIdentity } from '../session/use-identity.ts'
import { followScreen } from '../lib/last-screen.ts'
import { here } from '../offline/here.ts'

/** Keeps the screen for the next start, for whoever is here and as long as they are (lib/last-screen.ts). */
export const useLastScreen = (): void => {
  const { userId, orgId } = useIdentity()
  useEffect(() => {
    if (userId === null || orgId === null) return undefined
    const stop = followScreen({ userId, orgId }, here.tab.hasLeft)
    const stopHearing = here.tab.onStop(stop)
    return () => {
      stopHearing()
      stop()
    }
  }, [userId, orgId])
}
