import { useSearchParams } from 'wouter'
import type { Category } from '../../../contract/records/records.ts'
import { AddRecord, type AddToList } from './add-record.tsx'
import { BackLink } from './back-link.tsx'
import { OpenedRecord } from './opened-record.tsx'
import { RecordMissing } from './record-states.tsx'

/** The full view of a company or a person (spec 2), by `?id=`, with `&tab=` for a part of it. */
export const RecordScreen = ({
  category,
  addToList,
}: {
  category: Category
  addToList?: AddToList | undefined
}) => {
  const [params] = useSearchParams()
  const id = params.get('id')
  return id === null || id === '' ? (
    <RecordMissing />
  ) : (
    <OpenedRecord
      key={id}
      category={category}
      id={id}
      level={1}
      before={<BackLink />}
      actions={addToList && <AddRecord category={category} id={id} ask={addToList} />}
    />
  )
}
