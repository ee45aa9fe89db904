import type { ReactNode } from 'react'
import type { Category } from '../../../contract/records/records.ts'
import { AboutProvider } from './about.ts'
import { CompanyView } from './company-view.tsx'
import { KeptNotice } from './kept-notice.tsx'
import { PersonView } from './person-view.tsx'
import { isPerson } from './queries.ts'
import { RecordLoading, RecordNotHere, RecordTrouble } from './record-states.tsx'
import { useActivities } from './use-activities.ts'
import { useRecord } from './use-record.ts'

/** A record, however well it can be had now; h1 on its own page (`level` 1), h2 beside results. */
export const OpenedRecord = ({
  category,
  id,
  level,
  before,
  actions,
}: {
  category: Category
  id: string
  level: 1 | 2
  /** Stands above the record once there is one. */
  before?: ReactNode
  /** What else can be done with it, in its head. */
  actions?: ReactNode
}) => {
  const record = useRecord(category, id)
  const activities = useActivities(category, id)
  if (record.is === 'failed') return <RecordTrouble error={record.error} onRetry={record.retry} />
  if (record.is === 'not-here')
    return <RecordNotHere category={category} onRetry={record.retry} level={level} />
  if (record.is === 'loading') return <RecordLoading />
  const { view, at, latest, retry } = record
  const notice = latest ? undefined : <KeptNotice at={at} onRetry={retry} />
  return (
    <AboutProvider value={{ category, recordId: id, name: view.name, activities }}>
      {before}
      {isPerson(view) ? (
        <PersonView person={view} level={level} notice={notice} actions={actions} />
      ) : (
        <CompanyView company={view} level={level} notice={notice} actions={actions} />
      )}
    </AboutProvider>
  )
}
