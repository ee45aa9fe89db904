import { createContext, use, type ReactNode } from 'react'
import type { Activity } from '../../../contract/saved-work/activities.ts'
import type { About } from '../../offline/activities.ts'
import type { LiveItem } from '../../offline/live.ts'

/** The record of a view and its activities, the latest first; null while they load. */
export type AboutRecord = About & {
  name: string
  activities: readonly LiveItem<Activity>[] | null
  openForm: (form: 'visit' | 'note' | 'follow-up') => void
  /** Shown at the bottom after a visit is saved. */
  notice: ReactNode
}

const AboutContext = createContext<AboutRecord | null>(null)

export const AboutProvider = AboutContext.Provider

export const useAbout = (): AboutRecord => {
  const about = use(AboutContext)
  if (about === null) throw new Error('useAbout needs a record above it')
  return about
}
