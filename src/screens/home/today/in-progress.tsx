import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { links } from '../../../../contract/links.ts'
import { formatNumber } from '../../../lib/format.ts'
import { useApi } from '../../../lib/use-api.ts'
import { Progress } from '../../../ui/progress.tsx'
import { Section } from '../../../ui/section.tsx'
import { homeQuery } from './queries.ts'
import { Row } from './row.tsx'

const refetchMs = 15_000

export const InProgress = () => {
  const { data } = useQuery({
    ...homeQuery(useApi()),
    refetchInterval: ({ state }) =>
      (state.data?.requestsInProgress.length ?? 0) > 0 ? refetchMs : false,
  })
  const running = data?.requestsInProgress ?? []
  if (running.length === 0) return null
  return (
    <Section
      title="Downloads in progress"
      aside={
        <Link
          href={links.downloadCenter()}
          className="-my-2 inline-flex min-h-control items-center text-13 font-medium text-accent-strong hover:underline"
        >
          Download centre
        </Link>
      }
    >
      <ul className="mt-2 divide-y divide-line overflow-hidden rounded-md border border-line bg-card">
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
      </ul>
    </Section>
  )
}
