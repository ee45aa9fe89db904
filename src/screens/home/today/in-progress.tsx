import { useQuery } from '@tanstack/react-query'
import { links } from '../../../../contract/links.ts'
import { formatNumber } from '../../../lib/format.ts'
import { useCountry } from '../../../lib/ui-state.ts'
import { useApi } from '../../../lib/use-api.ts'
import { Progress } from '../../../ui/progress.tsx'
import { homeQuery } from './queries.ts'
import { Aside, Row, Rows } from './row.tsx'

const refetchMs = 15_000

export const InProgress = () => {
  const { data } = useQuery({
    ...homeQuery(useApi(), useCountry()),
    refetchInterval: ({ state }) =>
      (state.data?.requestsInProgress.length ?? 0) > 0 ? refetchMs : false,
  })
  const running = data?.requestsInProgress ?? []
  if (running.length === 0) return null
  return (
    <Rows
      title="Downloads in progress"
      aside={<Aside href={links.downloadCenter()}>Download centre</Aside>}
    >
      {running.map(({ id, name, statusLabel, done, requested }) => (
        <Row
          key={id}
          href={links.download(id)}
          icon="download"
          title={name}
          note={`${statusLabel}, ${formatNumber(done)} of ${formatNumber(requested)}`}
        >
          <span className="w-24 shrink-0">
            <Progress done={done} total={requested} label={`Progress of ${name}`} />
          </span>
        </Row>
      ))}
    </Rows>
  )
}
