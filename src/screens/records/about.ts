import { createContext, use } from 'react'
import type { Activity } from '../../../contract/saved-work/activities.ts'
import type { About } from '../../offline/activities.ts'
import type { Shown } from '../../offline/live.ts'

/** The record a view is about, and what was done with it, the latest first; null while that is not known. */
export type AboutRecord = About & { name: string; activities: readonly Shown<Activity>[] | null }

const AboutContext = createContext<AboutRecord | null>(null)

export const AboutProvider = AboutContext.Provider

/** What the parts of a record's view belong to. */
export const useAbout = (): AboutRecord => {
  const about = use(AboutContext)
  if (about === null) throw new Error('useAbout needs a record above it')
  return about
}
