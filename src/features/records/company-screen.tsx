import { useSearchParams } from 'wouter'
import { CompanyView } from './company-view.tsx'
import { useCompany } from './queries.ts'
import { RecordLoading, RecordMissing, RecordTrouble } from './record-states.tsx'
import { BackLink } from './back-link.tsx'

/** The full view of a company (spec 2): /dashboard/company?id= */
export const CompanyScreen = () => {
  const [params] = useSearchParams()
  const id = params.get('id')
  return id === null || id === '' ? <RecordMissing /> : <Company key={id} id={id} />
}

const Company = ({ id }: { id: string }) => {
  const company = useCompany(id)
  if (company.isError)
    return <RecordTrouble error={company.error} onRetry={() => void company.refetch()} />
  if (company.data === undefined) return <RecordLoading />
  return (
    <>
      <BackLink />
      <CompanyView company={company.data} level={1} />
    </>
  )
}
