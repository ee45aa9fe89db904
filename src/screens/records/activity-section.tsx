import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount } from '../../lib/format.ts'
import { customerInfoQuery } from '../../shared/queries.ts'
import { useApi } from '../../lib/use-api.ts'
import { useHasFollowUps } from '../../shared/visits/use-follow-ups.ts'
import { CadenceMenu } from '../../shared/visits/cadence-menu.tsx'
import { useStorageRefusal } from '../../shared/offline/read-failure.ts'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/section.tsx'
import { useAbout } from './about.ts'
import { ActivityRow } from './activity-row.tsx'
import { OpenFollowUps } from './open-follow-ups.tsx'

const shownAtFirst = 4

/** The activities of a record, and a button to add a note; works offline. `whole` shows all of them. */
export const ActivitySection = ({ whole = false }: { whole?: boolean }) => {
  const { category, recordId, name, activities: known, openForm } = useAbout()
  const refusal = useStorageRefusal()
  const hasFollowUps = useHasFollowUps()
  const activities = known ?? []
  const [all, setAll] = useState(whole)
  const nameOf = useNames(activities.some(({ value }) => !value.isAuthor))
  const shown = all ? activities : activities.slice(0, shownAtFirst)
  return (
    <Section
      title="Activity"
      aside={
        <span className="flex shrink-0">
          {hasFollowUps && (
            <Button
              size="sm"
              variant="quiet"
              icon="calendar"
              disabledReason={refusal}
              onClick={() => openForm('follow-up')}
            >
              Follow up
            </Button>
          )}
          <Button
            size="sm"
            variant="quiet"
            icon="edit"
            disabledReason={refusal}
            onClick={() => openForm('note')}
          >
            Add note
          </Button>
        </span>
      }
    >
      {hasFollowUps && <OpenFollowUps recordId={recordId} />}
      <div className="-ml-2">
        <CadenceMenu of={{ target: category, targetId: recordId, name }} />
      </div>
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
