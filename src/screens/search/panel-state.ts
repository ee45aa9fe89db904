import { proxy } from 'valtio'
import type { FilterGroup } from '../../../contract/search/filter.ts'
import { halfTypedFilters } from './filters/half-typed.ts'

/** What the hands are doing in the filter panel: what stands open, and which options are being looked at. */
export const panel = proxy<{
  groups: Record<FilterGroup, boolean>
  filters: Record<string, boolean>
  /** Options of large catalogues now on the screen, by filter and branch of its tree: the ones whose counts are asked for. */
  looking: Record<string, Record<string, string[]>>
  /** The drawer or sheet of filters below 1024 px. */
  sheet: boolean
  /** The next record to open takes the keyboard; one that follows the arrow keys does not. */
  focusRecord: boolean
}>({
  groups: {
    Company: true,
    Location: true,
    Digital: true,
    People: true,
    'Contact data': true,
    Activity: false,
  },
  filters: {
    industry: true,
    company_size: true,
    ...Object.fromEntries(halfTypedFilters().map((filter) => [filter, true])),
  },
  looking: {},
  sheet: false,
  focusRecord: false,
})

/** Opens a filter with its group and brings it into view, as the query sentence and the chips ask for. */
export const revealFilter = (identifier: string, group: FilterGroup | undefined): void => {
  if (group !== undefined) panel.groups[group] = true
  panel.filters[identifier] = true
  if (matchMedia('(width < 64rem)').matches) panel.sheet = true
  // The section may have to be drawn first, or the sheet's code to arrive.
  const look = (triesLeft: number): void => {
    const section = document.getElementById(filterSectionId(identifier))
    if (section) {
      section.scrollIntoView({ block: 'nearest' })
      const first = section.querySelector('button, input, textarea')
      if (first instanceof HTMLElement) first.focus({ preventScroll: true })
    } else if (triesLeft > 0) setTimeout(() => look(triesLeft - 1), 50)
  }
  setTimeout(() => look(20), 0)
}

export const filterSectionId = (identifier: string): string => `filter-${identifier}`

/** The record last opened on each tab: where the keyboard goes on when one comes back. */
export const lastOpened: Record<'company' | 'people', string | null> = {
  company: null,
  people: null,
}
