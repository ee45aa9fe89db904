import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../lib/use-api.ts'
import { ChoiceForAll, loadStateOf } from '../../shared/members/choice-for-all.tsx'
import { useMay } from '../../shared/members/may.ts'
import { customerMetadataQuery } from '../../shared/queries.ts'

export const ActivitiesChoice = () => {
  const api = useApi()
  const client = useQueryClient()
  const may = useMay('updateCustomer')
  const { data, isError } = useQuery(customerMetadataQuery(api))
  const change = useMutation({
    mutationKey: ['Changing what goes to CRMs'],
    mutationFn: (crmActivities: boolean) =>
      api.updateCustomer({ data: { policies: { crmActivities } } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['customer'] }),
  })
  // A copy from an earlier release does not know the setting.
  const isOn = change.isPending ? change.variables : (data?.crmActivities ?? true)
  return (
    <ChoiceForAll
      heading={<h2 className="text-14 font-medium">Notes and visits</h2>}
      label="Notes and visits"
      may={may}
      known={loadStateOf({ data, isError })}
      choices={choices}
      value={isOn ? 'on' : 'off'}
      valueLabel={isOn ? 'Send' : 'Don’t send'}
      error={change.error}
      onChoose={(choice) => change.mutate(choice === 'on')}
    >
      Notes and visits on records in your CRM appear there too, under their author’s name. “Call
      back” adds a task for the next day. Signal agents can add tasks too. Deleting a note here
      doesn’t delete it there.
    </ChoiceForAll>
  )
}

const choices: readonly { value: 'on' | 'off'; label: string }[] = [
  { value: 'on', label: 'Send' },
  { value: 'off', label: 'Don’t send' },
]
