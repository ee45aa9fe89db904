import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount, formatNumber } from '../../lib/format.ts'
import { customerInfoQuery } from '../../shared/queries.ts'
import { useApi } from '../../lib/use-api.ts'
import { useLayout } from '../../lib/use-media.ts'
import { Section } from '../../ui/section.tsx'
import { useAbout } from './about.ts'
import { ActivityRow } from './activity-row.tsx'
import { LogButtons } from './log-buttons.tsx'

const shownAtFirst = 4

/** The activities of a record and the buttons to add one; works offline. `whole` shows all of them. */
export const ActivitySection = ({ whole = false }: { whole?: boolean }) => {
  const { activities: known } = useAbout()
  const activities = known ?? []
  const layout = useLayout()
  const [all, setAll] = useState(whole)
  const nameOf = useNames(activities.some(({ value }) => !value.isAuthor))
  const shown = all ? activities : activities.slice(0, shownAtFirst)
  return (
    <Section
      title="Activity"
      aside={
        activities.length > 0 && (
          <span className="tabular text-13 text-ink-faint">{formatNumber(activities.length)}</span>
        )
      }
    >
      {layout !== 'phone' && <LogButtons />}
      {known?.length === 0 ? (
        <p className="pt-1 text-14 text-ink-faint">No visits or notes yet.</p>
      ) : (
        <ul>
          {shown.map((activity) => (
            <ActivityRow
              key={activity.id}
              activity={activity}
              author={activity.value.isAuthor ? 'You' : nameOf(activity.value.authorId)}
            />
          ))}
        </ul>
      )}
      {activities.length > shown.length && (
        <button
          type="button"
          onClick={() => setAll(true)}
          className="inline-flex min-h-control items-center text-14 font-medium text-accent-strong hover:underline"
        >
          Show {formatCount(activities.length - shown.length, 'earlier one', 'earlier ones')}
        </button>
      )}
    </Section>
  )
}

const useNames = (wanted: boolean): ((userId: string) => string) => {
  const { data } = useQuery({ ...customerInfoQuery(useApi()), enabled: wanted })
  return (userId) => data?.members.find((member) => member.userId === userId)?.name ?? 'A colleague'
}
