import type { ReactNode } from 'react'
import type { Category } from '../../../contract/records/records.ts'
import { AboutProvider } from './about.ts'
import { CompanyView } from './company-view.tsx'
import { StaleBanner } from './stale-banner.tsx'
import { PersonView } from './person-view.tsx'
import { isPerson } from './queries.ts'
import { RecordLoading, RecordUnavailable, RecordTrouble } from './record-states.tsx'
import { useActivities } from './use-activities.ts'
import { useRecord } from './use-record.ts'

/** A record from the best available source; h1 on its own page (`level` 1), h2 beside results. */
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
  /** Above the record, once it is loaded. */
  before?: ReactNode
  actions?: ReactNode
}) => {
  const record = useRecord(category, id)
  const activities = useActivities(category, id)
  if (record.is === 'failed') return <RecordTrouble error={record.error} onRetry={record.retry} />
  if (record.is === 'not-here')
    return <RecordUnavailable category={category} onRetry={record.retry} level={level} />
  if (record.is === 'loading') return <RecordLoading />
  const { view, at, latest, retry } = record
  const banner = latest ? undefined : <StaleBanner at={at} onRetry={retry} />
  return (
    <AboutProvider value={{ category, recordId: id, name: view.name, activities }}>
      {before}
      {isPerson(view) ? (
        <PersonView person={view} level={level} banner={banner} actions={actions} />
      ) : (
        <CompanyView company={view} level={level} banner={banner} actions={actions} />
      )}
    </AboutProvider>
  )
}
