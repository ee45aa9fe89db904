import { proxy } from 'valtio'
import type { FilterGroup } from '../../../contract/search/filter.ts'
import { halfTypedFilters } from './filters/half-typed.ts'

/** The state of the filter panel: open groups and filters, and visible options. */
export const panel = proxy<{
  groups: Record<FilterGroup, boolean>
  filters: Record<string, boolean>
  /** Visible options of large catalogues, by filter and branch: only these are counted. */
  looking: Record<string, Record<string, string[]>>
  sheet: boolean
  /** The next opened record takes the focus; one opened by arrow keys does not. */
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

/** Opens a filter with its group and scrolls to it, for the query sentence and the chips. */
export const revealFilter = (identifier: string, group: FilterGroup | undefined): void => {
  if (group !== undefined) panel.groups[group] = true
  panel.filters[identifier] = true
  if (matchMedia('(width < 64rem)').matches) panel.sheet = true
  // The section may still have to render, or the code of the sheet to load.
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

/** The record last opened on each tab: where the focus returns. */
export const lastOpened: Record<'company' | 'people', string | null> = {
  company: null,
  people: null,
}
