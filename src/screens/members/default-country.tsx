import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Country } from '../../../contract/org/customer.ts'
import { useIdentity } from '../../session/use-identity.ts'
import { useMay } from '../../shared/members/may.ts'
import { customerMetadataQuery } from '../../shared/queries.ts'
import { useApi } from '../../lib/use-api.ts'
import { ChoiceForAll, loadStateOf } from '../../shared/members/choice-for-all.tsx'

/** The country in which members of the organisation start (spec 4); each member switches in the top bar. */
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
    <ChoiceForAll
      heading={<h2 className="text-14 font-medium">Default country</h2>}
      label="Default country for everyone"
      may={may}
      known={loadStateOf({ data, isError })}
      choices={countries}
      value={chosen ?? 'none'}
      valueLabel={nameOf(chosen ?? null)}
      error={change.error}
      onChoose={(value) => {
        if (value !== 'none') change.mutate(value)
      }}
    >
      The country new searches start in. People can switch it in the top bar.
    </ChoiceForAll>
  )
}

const countries: readonly { value: Country | 'none'; label: string }[] = [
  { value: 'AU', label: 'Australia' },
  { value: 'NZ', label: 'New Zealand' },
  { value: 'ALL', label: 'Both' },
]

const nameOf = (country: Country | null): string =>
  countries.find(({ value }) => value === country)?.label ?? 'Australia'
