import { useSearchParams } from 'wouter'
import { AddRecord, type AddToList } from './add-record.tsx'
import { BackLink } from './back-link.tsx'
import { OpenedRecord } from './opened-record.tsx'
import { RecordMissing } from './record-states.tsx'

/** The full view of a company (spec 2): /dashboard/company?id=, with &tab= for a part of it. `addToList` asks for the list it goes into. */
export const CompanyScreen = ({ addToList }: { addToList?: AddToList | undefined }) => {
  const [params] = useSearchParams()
  const id = params.get('id')
  return id === null || id === '' ? (
    <RecordMissing />
  ) : (
    <OpenedRecord
      key={id}
      category="company"
      id={id}
      level={1}
      before={<BackLink />}
      actions={addToList && <AddRecord category="company" id={id} ask={addToList} />}
    />
  )
}
