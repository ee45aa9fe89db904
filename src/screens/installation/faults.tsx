import { useQuery } from '@tanstack/react-query'
import { describeError } from '../../lib/describe-error.ts'
import { useApi } from '../../lib/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { faultsQuery } from './queries.ts'

/** What `npm run doctor` prints. */
export const Faults = () => {
  const { data, error, refetch, isFetching } = useQuery(faultsQuery(useApi()))
  const again = (
    <Button size="sm" icon="sync" busy={isFetching} onClick={() => void refetch()}>
      Check again
    </Button>
  )
  if (data === undefined)
    return error === null ? (
      <Callout icon="sync">Checking settings, disk, clock, mail, webhooks and ledger…</Callout>
    ) : (
      <Callout icon="warning" tone="warn" actions={again}>
        We couldn’t check this installation. {describeError(error).title}.
      </Callout>
    )
  if (data.faults.length === 0)
    return (
      <Callout icon="check" actions={again}>
        Nothing is wrong.
      </Callout>
    )
  return (
    <Callout icon="warning" tone="danger" role="alert" actions={again}>
      <ul className="flex flex-col gap-1.5">
        {data.faults.map((fault) => (
          <li key={fault} className="wrap-anywhere">
            {fault}
          </li>
        ))}
      </ul>
    </Callout>
  )
}
