import { useSearchParams } from 'wouter'
import { BackLink } from './back-link.tsx'
import { OpenedRecord } from './opened-record.tsx'
import { RecordMissing } from './record-states.tsx'

/** The full view of a person (spec 2): /dashboard/people?id= */
export const PersonScreen = () => {
  const [params] = useSearchParams()
  const id = params.get('id')
  return id === null || id === '' ? (
    <RecordMissing />
  ) : (
    <OpenedRecord key={id} category="people" id={id} level={1} before={<BackLink />} />
  )
}
