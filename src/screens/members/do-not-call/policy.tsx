import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { DncPolicy } from '../../../../contract/org/customer.ts'
import type * as z from 'zod/mini'
import { useMay } from '../../../shared/members/may.ts'
import { customerMetadataQuery } from '../../../shared/queries.ts'
import { useApi } from '../../../lib/use-api.ts'
import { ChoiceForAll, loadStateOf } from '../../../shared/members/choice-for-all.tsx'

type Policy = z.infer<typeof DncPolicy>

export const Policy = () => {
  const api = useApi()
  const client = useQueryClient()
  const may = useMay('updateCustomer')
  const { data, isError } = useQuery(customerMetadataQuery(api))
  const change = useMutation({
    mutationKey: ['Changing the Do Not Call policy'],
    mutationFn: (dncPolicy: Policy) => api.updateCustomer({ data: { policies: { dncPolicy } } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['customer'] }),
  })
  const chosen = change.isPending ? change.variables : data?.dncPolicy
  return (
    <ChoiceForAll
      heading={<h3 className="text-14 font-medium">Listed numbers in files</h3>}
      label="Listed numbers in files"
      may={may}
      known={loadStateOf({ data, isError })}
      choices={choices}
      value={chosen ?? 'hide'}
      valueLabel={choices.find(({ value }) => value === chosen)?.label}
      error={change.error}
      onChoose={(policy) => change.mutate(policy)}
    >
      Leave out: the cell is blank. Flag: the number stays and a column says it’s listed. While left
      out, people with only listed numbers are never charged.
    </ChoiceForAll>
  )
}

const choices: readonly { value: Policy; label: string }[] = [
  { value: 'hide', label: 'Leave out' },
  { value: 'flag', label: 'Flag' },
]
