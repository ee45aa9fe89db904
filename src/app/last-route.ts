import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useIdentity } from '../session/use-identity.ts'
import { writeStored } from '../lib/storage.ts'
import { storagePrefix } from '../offline/names.ts'

/** Opened by its icon within half a day, the app continues there, also offline (index.html reads it). */
export const useSaveLastRoute = (): void => {
  const [path] = useLocation()
  const search = useSearch()
  const { userId, orgId } = useIdentity()
  useEffect(() => {
    if (userId === null || orgId === null) return
    const href = search === '' ? path : `${path}?${search}`
    writeStored(`${storagePrefix}place.${userId}.${orgId}`, { href, at: Date.now() })
  }, [path, search, userId, orgId])
}
