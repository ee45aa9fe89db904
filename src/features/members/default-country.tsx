import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Country } from '../../../contract/customer.ts'
import { useIdentity } from '../../identity/use-identity.ts'
import { useMay } from '../../lib/may.ts'
import { customerMetadataQuery } from '../../lib/queries.ts'
import { useApi } from '../../lib/use-api.ts'
import { Card } from '../../ui/card.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** The country in which everyone of the organisation starts (spec 4); each switches their own in the top bar. */
export const DefaultCountry = () => {
  const { orgId } = useIdentity()
  const api = useApi()
  const client = useQueryClient()
  const may = useMay('updateCountry')
  const { data, isError } = useQuery(customerMetadataQuery(api))
  const change = useMutation({
    mutationKey: ['Changing the default country'],
    mutationFn: (defaultCountry: Country) =>
      api.updateCountry({ orgId: orgId ?? '', data: { defaultCountry } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['customer', 'metadata'] }),
  })
  const chosen = change.isPending ? change.variables : data?.defaultCountry
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-72">
        <h2 className="text-14 font-medium">Default country</h2>
        <p className="text-13 text-ink-faint">
          Where everyone’s searches start, the first time they come. Whoever works in the other
          country switches it for themselves, in the top bar.
        </p>
        {!may.allowed && <p className="mt-1 text-13 text-ink-soft">{may.reason}</p>}
        {change.isError && (
          <p role="alert" className="mt-1 text-13 text-danger">
            Not changed: {change.error.message}. Choose again.
          </p>
        )}
      </div>
      {data === undefined ? (
        isError ? null : (
          <Skeleton className="h-9 w-48" />
        )
      ) : may.allowed ? (
        <Segmented
          label="Default country for everyone"
          value={chosen ?? 'none'}
          options={countries}
          onValueChange={(value) => {
            if (value !== 'none') change.mutate(value)
          }}
        />
      ) : (
        <span className="text-14 font-medium">{nameOf(chosen ?? null)}</span>
      )}
    </Card>
  )
}

const countries: readonly { value: Country | 'none'; label: string }[] = [
  { value: 'AU', label: 'Australia' },
  { value: 'NZ', label: 'New Zealand' },
  { value: 'ALL', label: 'Both' },
]

const nameOf = (country: Country | null): string =>
  countries.find(({ value }) => value === country)?.label ?? 'Australia'
