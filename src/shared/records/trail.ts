import { proxy, ref, useSnapshot } from 'valtio'
import type { Category, CompanyView, PostalAddress } from '../../../contract/records/records.ts'

/** Results or a list that a record was opened from: `ids` is the part that is loaded, `first` the index of its first record. */
type Trail = {
  category: Category
  ids: readonly string[]
  first: number
  total: number
  /** The office of a company that matched there, or is nearest. */
  locate?: (company: CompanyView) => PostalAddress | undefined
}

// In memory: a sign-out loads a new page.
const store = proxy<{ trail: Trail | null }>({ trail: null })

export const setTrail = (trail: Trail): void => {
  store.trail = ref(trail)
}

/** The office of a company that it was opened for, otherwise the head office. */
export const useOffice = (company: CompanyView): PostalAddress | undefined => {
  useSnapshot(store)
  return officeOf(company)
}

export const officeOf = (company: CompanyView): PostalAddress | undefined => {
  const { trail } = store
  const isFromTrail = trail?.category === 'company' && trail.ids.includes(company.id)
  return (isFromTrail ? trail.locate?.(company) : undefined) ?? company.hq
}

export type Neighbours = {
  previous: string | null
  next: string | null
  /** From 1. */
  position: number
  total: number
}

/** The records before and after a record where it was opened from; null where that is unknown. */
export const useNeighbours = (category: Category, id: string): Neighbours | null => {
  const { trail } = useSnapshot(store)
  const index = trail?.category === category ? trail.ids.indexOf(id) : -1
  if (trail === null || index < 0) return null
  return {
    previous: trail.ids[index - 1] ?? null,
    next: trail.ids[index + 1] ?? null,
    position: trail.first + index + 1,
    total: trail.total,
  }
}
