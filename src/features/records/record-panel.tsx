import { Link } from 'wouter'
import { recordLink } from '../../../contract/links.ts'
import type { Category } from '../../../contract/records.ts'
import { buttonClass, IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { CompanyView } from './company-view.tsx'
import { PersonView } from './person-view.tsx'
import { useCompany, usePerson } from './queries.ts'
import { RecordLoading, RecordTrouble } from './record-states.tsx'

/** A record beside the results it was found in. */
export const RecordPanel = ({
  category,
  id,
  onClose,
}: {
  category: Category
  id: string
  onClose: () => void
}) => (
  <div className="px-5 pt-2 pb-10">
    <div className="sticky top-0 z-10 -mx-5 flex items-center justify-end gap-1 bg-card px-3 py-1">
      <Link href={recordLink(category, id)} className={buttonClass('quiet', 'sm')}>
        <Icon name="arrow-right" size={16} />
        Full view
      </Link>
      <IconButton icon="close" size="sm" label="Close" onClick={onClose} />
    </div>
    {category === 'company' ? <Company id={id} /> : <Person id={id} />}
  </div>
)

const Company = ({ id }: { id: string }) => {
  const company = useCompany(id)
  if (company.isError)
    return <RecordTrouble error={company.error} onRetry={() => void company.refetch()} />
  return company.data === undefined ? (
    <RecordLoading />
  ) : (
    <CompanyView company={company.data} level={2} />
  )
}

const Person = ({ id }: { id: string }) => {
  const person = usePerson(id)
  if (person.isError)
    return <RecordTrouble error={person.error} onRetry={() => void person.refetch()} />
  return person.data === undefined ? (
    <RecordLoading />
  ) : (
    <PersonView person={person.data} level={2} />
  )
}
