import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { useCrmReturn } from './use-crm-return.ts'

export const CrmReturn = () => {
  const back = useCrmReturn()
  if (back.is === 'finishing') return <Callout icon="sync">Finishing the connection…</Callout>
  if (back.is === 'refused')
    return (
      <Callout icon="warning" tone="warn" role="alert">
        {back.text}
      </Callout>
    )
  if (back.is === 'unanswered')
    return (
      <Callout
        icon="warning"
        tone="warn"
        role="alert"
        actions={<Button onClick={back.retry}>Try again</Button>}
      >
        We can’t reach Fieldbook, so your CRM may not be connected yet.
      </Callout>
    )
  return null
}
