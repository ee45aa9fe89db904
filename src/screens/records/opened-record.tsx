import { useState, type ReactNode } from 'react'
import type { Category, RecordView } from '../../../contract/records/records.ts'
import { useLocal } from '../../shared/offline/device.tsx'
import { useBegin } from '../../shared/records/begin.ts'
import { AboutProvider } from './about.ts'
import { CompanyView } from './company-view.tsx'
import { useHalfOpen } from '../../shared/visits/half-written.ts'
import { SavedVisit, type SavedVisitRow } from '../../shared/visits/saved-visit.tsx'
import { LogForms } from './log-forms.tsx'
import { PersonView } from './person-view.tsx'
import { isPerson } from './queries.ts'
import type { AddToList } from './record-actions.tsx'
import { RecordLoading, RecordUnavailable, RecordTrouble } from './record-states.tsx'
import { StaleBanner } from './stale-banner.tsx'
import { useActivities } from './use-activities.ts'
import { useRecord } from './use-record.ts'

type Props = {
  category: Category
  id: string
  /** h1 on its own page, h2 beside results. */
  level: 1 | 2
  addToList: AddToList | undefined
}

export const OpenedRecord = (props: Props) => {
  const { category, id, level } = props
  const record = useRecord(category, id)
  if (record.is === 'failed') return <RecordTrouble error={record.error} onRetry={record.retry} />
  if (record.is === 'not-here')
    return <RecordUnavailable category={category} onRetry={record.retry} level={level} />
  if (record.is === 'loading') return <RecordLoading />
  const { view, at, latest, failed, retry } = record
  return (
    <Loaded
      {...props}
      view={view}
      banner={latest ? undefined : <StaleBanner at={at} failed={failed} onRetry={retry} />}
    />
  )
}

const Loaded = ({
  category,
  id,
  level,
  addToList,
  view,
  banner,
}: Props & { view: RecordView; banner: ReactNode }) => {
  const activities = useActivities(category, id)
  const half = `${useLocal().device.name} ${id}`
  const [form, openForm] = useHalfOpen(`${half} open`)
  useBegin('visit', () => openForm('visit'))
  const [saved, setSaved] = useState<SavedVisitRow | null>(null)
  const notice = <SavedVisit visit={saved} onClose={() => setSaved(null)} />
  const shown = { level, banner, addToList }
  return (
    <AboutProvider
      value={{ category, recordId: id, name: view.name, activities, openForm, notice }}
    >
      {isPerson(view) ? (
        <PersonView person={view} {...shown} />
      ) : (
        <CompanyView company={view} {...shown} />
      )}
      <LogForms
        half={half}
        open={form}
        onOpenChange={openForm}
        onVisit={(visit) =>
          setSaved({ id: visit, about: { category, recordId: id, name: view.name } })
        }
      />
    </AboutProvider>
  )
}
