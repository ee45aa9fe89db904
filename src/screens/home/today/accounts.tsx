import { useQuery } from '@tanstack/react-query'
import { links } from '../../../../contract/links.ts'
import { useOffline } from '../../../lib/connectivity.ts'
import { formatAgo } from '../../../lib/format.ts'
import { useCountry } from '../../../lib/ui-state.ts'
import { useApi } from '../../../lib/use-api.ts'
import { useLive } from '../../../shared/offline/device.tsx'
import { AsOf, useMinute } from '../../../ui/as-of.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { homeQuery } from './queries.ts'
import { readRecentAccounts, withLatestActivity, type RecentAccount } from './recent-accounts.ts'
import { Row, Rows } from './row.tsx'

/** The companies last visited or noted. The user's own, so they follow no country. */
export const RecentAccounts = () => {
  const { data } = useQuery(homeQuery(useApi(), useCountry()))
  const onDevice = useLive(readRecentAccounts) ?? []
  const touched = data?.topAccounts.filter(({ fit }) => fit === null) ?? []
  const accounts = withLatestActivity(touched, onDevice)
  if (accounts.length === 0) return null
  return (
    <Rows title="Recent accounts">
      {accounts.map((account) => (
        <Recent key={account.id} account={account} />
      ))}
    </Rows>
  )
}

const Recent = ({
  account: { id, name, industry, locality, lastAt, activity },
}: {
  account: RecentAccount
}) => {
  const now = useMinute()
  return (
    <Row
      href={links.company(id)}
      icon="building"
      title={name}
      note={[activity, locality, industry].filter((part) => part !== null).join(' · ')}
    >
      {lastAt !== null && (
        <span className="tabular shrink-0 text-13 text-ink-soft">
          {formatAgo(lastAt, Math.max(now, Date.parse(lastAt)))}
        </span>
      )}
    </Row>
  )
}

/** The companies of the chosen country that fit the ideal customer best. */
export const BestFits = () => {
  const { data, dataUpdatedAt, isError } = useQuery(homeQuery(useApi(), useCountry()))
  const offline = useOffline()
  const fits = data?.topAccounts.filter(({ fit }) => fit !== null) ?? []
  if (fits.length === 0) return null
  return (
    <Rows
      title="Best fits"
      aside={(offline || isError) && <AsOf at={dataUpdatedAt} className="text-13 text-ink-faint" />}
    >
      {fits.map(({ id, name, industry, locality, fit }) => (
        <Row
          key={id}
          href={links.company(id)}
          icon="building"
          title={name}
          note={[locality, industry].filter((part) => part !== null).join(' · ')}
        >
          <Badge tone={(fit ?? 0) >= 80 ? 'accent' : 'plain'}>Fit {fit}</Badge>
        </Row>
      ))}
    </Rows>
  )
}
