import { useQuery } from '@tanstack/react-query'
import type { TopAccount } from '../../../../contract/saved-work/home.ts'
import { links } from '../../../../contract/links.ts'
import { useOffline } from '../../../lib/connectivity.ts'
import { formatAgo } from '../../../lib/format.ts'
import { useApi } from '../../../lib/use-api.ts'
import { useLive } from '../../../shared/offline/device.tsx'
import { AsOf, useMinute } from '../../../ui/as-of.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Section } from '../../../ui/section.tsx'
import { DescribeCustomer } from '../../../shared/account-fit/describe-customer.tsx'
import { Quiet, Row, Waiting } from './row.tsx'
import { homeQuery } from './queries.ts'
import { accountsByActivity, withLatestActivity } from './accounts-by-activity.ts'

export const TopAccounts = () => {
  const { data, dataUpdatedAt, isError, isPending, refetch } = useQuery(homeQuery(useApi()))
  const offline = useOffline()
  const active = useLive(accountsByActivity) ?? []
  const known = data?.topAccounts ?? []
  const byFit = known.some(({ fit }) => fit !== null)
  const accounts = byFit ? known : withLatestActivity(known, active)
  return (
    <Section
      title={byFit ? 'Best fits' : 'Your accounts'}
      aside={
        data !== undefined && (offline || isError) ? (
          <AsOf at={dataUpdatedAt} className="text-13 text-ink-faint" />
        ) : null
      }
    >
      {data === undefined && accounts.length === 0 ? (
        offline ? (
          <Quiet>Your accounts load when you’re back online.</Quiet>
        ) : isPending ? (
          <Waiting />
        ) : (
          <div className="mt-2 rounded-md border border-line bg-card">
            <ErrorState
              title="We couldn’t load your accounts"
              onRetry={() => void refetch()}
              className="py-4"
            />
          </div>
        )
      ) : accounts.length === 0 ? (
        <Quiet>
          Companies you visit or add notes to appear here, and the best fits once your ideal
          customer is described. <DescribeCustomer />
        </Quiet>
      ) : (
        <ul className="mt-2 divide-y divide-line overflow-hidden rounded-md border border-line bg-card">
          {accounts.map((account) => (
            <Account key={account.id} account={account} />
          ))}
        </ul>
      )}
    </Section>
  )
}

const Account = ({
  account: { id, name, industry, locality: town, fit, lastAt },
}: {
  account: TopAccount
}) => {
  const now = useMinute()
  const touched = lastAt === null ? null : formatAgo(lastAt, Math.max(now, Date.parse(lastAt)))
  return (
    <Row
      href={links.company(id)}
      icon="building"
      title={name}
      note={[town, fit !== null && touched !== null ? `seen ${touched}` : null, industry]
        .filter((part) => part !== null)
        .join(' · ')}
    >
      {fit === null ? (
        touched !== null && (
          <span className="tabular shrink-0 text-13 text-ink-soft">{touched}</span>
        )
      ) : (
        <Badge tone={fit >= 80 ? 'accent' : 'plain'}>Fit {fit}</Badge>
      )}
    </Row>
  )
}
