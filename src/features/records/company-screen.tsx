import { useSearchParams } from 'wouter'
import { BackLink } from './back-link.tsx'
import { OpenedRecord } from './opened-record.tsx'
import { RecordMissing } from './record-states.tsx'

/** The full view of a company (spec 2): /dashboard/company?id= */
export const CompanyScreen = () => {
  const [params] = useSearchParams()
  const id = params.get('id')
  return id === null || id === '' ? (
    <RecordMissing />
  ) : (
    <OpenedRecord key={id} category="company" id={id} level={1} before={<BackLink />} />
  )
}
