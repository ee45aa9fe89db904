import { useSearchParams } from 'wouter'
import { BackLink } from './back-link.tsx'
import { PersonView } from './person-view.tsx'
import { usePerson } from './queries.ts'
import { RecordLoading, RecordMissing, RecordTrouble } from './record-states.tsx'

/** The full view of a person (spec 2): /dashboard/people?id= */
export const PersonScreen = () => {
  const [params] = useSearchParams()
  const id = params.get('id')
  return id === null || id === '' ? <RecordMissing /> : <Person key={id} id={id} />
}

const Person = ({ id }: { id: string }) => {
  const person = usePerson(id)
  if (person.isError)
    return <RecordTrouble error={person.error} onRetry={() => void person.refetch()} />
  if (person.data === undefined) return <RecordLoading />
  return (
    <>
      <BackLink />
      <PersonView person={person.data} level={1} />
    </>
  )
}
