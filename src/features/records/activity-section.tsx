import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocal } from '../../lib/device.tsx'
import { formatCount, formatNumber } from '../../lib/format.ts'
import { customerInfoQuery } from '../../lib/queries.ts'
import { useApi } from '../../lib/use-api.ts'
import { addNote } from '../../local/activities.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { useAbout } from './about.ts'
import { ActivityRow } from './activity-row.tsx'
import { RecordSection } from './fact-section.tsx'
import { NewVisit } from './visit-composer.tsx'
import { WordsComposer } from './words-composer.tsx'

const shownAtFirst = 4

/** What members did with the record, and the way to add to it; all of it works without a network. */
export const ActivitySection = () => {
  const { activities } = useAbout()
  const [all, setAll] = useState(false)
  const nameOf = useNames(activities.some(({ value }) => !value.isAuthor))
  const shown = all ? activities : activities.slice(0, shownAtFirst)
  return (
    <RecordSection
      id="activity"
      title="Activity"
      aside={
        activities.length > 0 && (
          <span className="tabular text-13 text-ink-faint">{formatNumber(activities.length)}</span>
        )
      }
    >
      <LogButtons />
      {activities.length === 0 ? (
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
    </RecordSection>
  )
}

const LogButtons = () => {
  const local = useLocal()
  const { category, recordId, name } = useAbout()
  const [open, setOpen] = useState<'visit' | 'note' | null>(null)
  const note = async (text: string): Promise<void> => {
    await addNote(local, { category, recordId }, text)
    showToast({ title: 'Note kept' })
  }
  return (
    <>
      <p className="flex gap-2 py-1.5 *:flex-1 sm:*:flex-none">
        <Button variant="primary" icon="map-pin" onClick={() => setOpen('visit')}>
          Log visit
        </Button>
        <Button icon="edit" onClick={() => setOpen('note')}>
          Add note
        </Button>
      </p>
      <NewVisit open={open === 'visit'} onOpenChange={(is) => setOpen(is ? 'visit' : null)} />
      <WordsComposer
        open={open === 'note'}
        onOpenChange={(is) => setOpen(is ? 'note' : null)}
        title={`Note on ${name}`}
        label="Note"
        action="Keep note"
        save={note}
      />
    </>
  )
}

const useNames = (wanted: boolean): ((userId: string) => string) => {
  const { data } = useQuery({ ...customerInfoQuery(useApi()), enabled: wanted })
  return (userId) => data?.members.find((member) => member.userId === userId)?.name ?? 'A colleague'
}
