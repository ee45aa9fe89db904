import { useLocation, useSearch } from 'wouter'
import { links } from '../../../contract/links.ts'
import { visitOutcomes, type VisitOutcome } from '../../../contract/saved-work/activities.ts'
import { useIdentity } from '../../session/use-identity.ts'

/** `by` is a user's id or `everyone`; null means any for the others. */
export type VisitFilter = {
  by: string
  outcome: VisitOutcome | null
  list: string | null
}

/** The filter in the address. Members see their own visits, admins the team's too. */
export const useVisitFilter = (): {
  filter: VisitFilter
  change: (changes: Partial<VisitFilter>) => void
} => {
  const { userId, role } = useIdentity()
  const query = new URLSearchParams(useSearch())
  const [, navigate] = useLocation()
  const by = query.get('by')
  const own = userId ?? ''
  const filter: VisitFilter = {
    by: role !== 'admin' || by === null ? own : by,
    outcome: visitOutcomes.find((outcome) => outcome === query.get('outcome')) ?? null,
    list: query.get('list'),
  }
  const change = (changes: Partial<VisitFilter>): void => {
    const next = { ...filter, ...changes }
    const parts = {
      by: next.by === own ? null : next.by,
      outcome: next.outcome,
      list: next.list,
    }
    const said = new URLSearchParams()
    for (const [name, value] of Object.entries(parts)) if (value !== null) said.set(name, value)
    const text = said.toString()
    navigate(text === '' ? links.visits() : `${links.visits()}?${text}`, { replace: true })
  }
  return { filter, change }
}
