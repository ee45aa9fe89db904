import { links } from '../../../../contract/links.ts'
import { formatNumber, formatRecords } from '../../../lib/format.ts'
import { useOffline } from '../../../lib/connectivity.ts'
import { NeedsDecision, OfflineCopy } from '../../../shared/offline/offline-copy.tsx'
import { useLive } from '../../../shared/offline/device.tsx'
import { visitsFrom } from '../../../shared/visits/last-visits.ts'
import { readOfflineLists, type OfflineList } from '../../../shared/visits/offline-lists.ts'
import { useMinute } from '../../../ui/as-of.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { Aside, Row, Rows } from './row.tsx'

const few = 5

export const AvailableOffline = () => {
  const since = visitsFrom(useMinute())
  const found = useLive((device) => readOfflineLists(device, since), [since])
  const offline = useOffline()
  if (found === undefined) return null
  if (found.length === 0)
    return (
      offline && (
        <EmptyState drawing="offline" className="py-2!" heading="h2" title="No offline lists yet">
          When you’re back online, open a list and choose “Make available offline”.
        </EmptyState>
      )
    )
  return (
    <Rows
      title="Offline lists"
      aside={
        <Aside href={links.offlineLists()}>
          {found.length > few ? `All ${found.length}` : 'All lists'}
        </Aside>
      }
    >
      {found.slice(0, few).map((entry) => (
        <ListRow key={entry.pin.id} entry={entry} />
      ))}
    </Rows>
  )
}

const ListRow = ({ entry: { pin, name, visited, conflict } }: { entry: OfflineList }) => (
  <Row
    href={conflict === 'gone' ? links.sync() : links.list(pin.sourceId)}
    icon="pin"
    title={name}
    note={
      visited === 0
        ? formatRecords(pin.done, pin.category)
        : `${formatNumber(visited)} of ${formatNumber(pin.done)} visited`
    }
    below={
      <>
        {visited > 0 && (
          <span className="my-1.5 block sm:max-w-40">
            <Progress wide done={visited} total={pin.done} label={`Visited of ${name}`} />
          </span>
        )}
        <span className="block sm:hidden">
          {conflict !== null ? <NeedsDecision /> : <OfflineCopy pin={pin} name={name} readOnly />}
        </span>
      </>
    }
  >
    <span className="hidden shrink-0 sm:block">
      {conflict !== null ? <NeedsDecision /> : <OfflineCopy pin={pin} name={name} readOnly />}
    </span>
  </Row>
)
