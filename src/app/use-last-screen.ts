import { useEffect } from 'react'
import { useIdentity } from '../session/use-identity.ts'
import { startScreenSnapshots } from '../lib/last-screen.ts'
import { currentTab } from '../offline/wipe/current-tab.ts'

export const useLastScreen = (): void => {
  const { userId, orgId } = useIdentity()
  useEffect(() => {
    if (userId === null || orgId === null) return undefined
    const stop = startScreenSnapshots({ userId, orgId }, currentTab.tab.hasLeft)
    const unsubscribe = currentTab.tab.onStop(stop)
    return () => {
      unsubscribe()
      stop()
    }
  }, [userId, orgId])
}
