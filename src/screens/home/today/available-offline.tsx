import { Link } from 'wouter'
import { links } from '../../../../contract/links.ts'
import { useLive } from '../../../shared/offline/device.tsx'
import { formatRecords } from '../../../lib/format.ts'
import { namedPins, type NamedPin } from '../../../offline/named-pins.ts'
import { OfflineCopy } from '../../../shared/offline/offline-copy.tsx'
import { adviceOn, useReadFailure } from '../../../shared/offline/read-failure.ts'
import { Section } from '../../../ui/section.tsx'
import { Quiet, Row, Waiting } from './row.tsx'

const few = 5

export const AvailableOffline = () => {
  const pins = useLive(namedPins)
  const unread = useReadFailure(pins)
  return (
    <Section
      title="Offline lists"
      aside={
        pins !== undefined && pins.length > 0 ? (
          <Link
            href={links.storage()}
            className="-my-2 inline-flex min-h-control items-center text-13 font-medium text-accent-strong hover:underline"
          >
            {pins.length > few ? `All ${pins.length}` : 'Storage'}
          </Link>
        ) : null
      }
    >
      {pins === undefined ? (
        unread === null ? (
          <Waiting />
        ) : (
          <Quiet>
            This device can’t store offline data right now. To use lists offline, {adviceOn(unread)}
            .
          </Quiet>
        )
      ) : pins.length === 0 ? (
        <Quiet>
          No offline lists yet. Open a{' '}
          <Link href={links.lists()} className="font-medium text-accent-strong underline">
            list
          </Link>{' '}
          and make it available offline.
        </Quiet>
      ) : (
        <ul className="mt-2 divide-y divide-line overflow-hidden rounded-md border border-line bg-card">
          {pins.slice(0, few).map((entry) => (
            <PinRow key={entry.pin.id} entry={entry} />
          ))}
        </ul>
      )}
    </Section>
  )
}

const PinRow = ({ entry: { pin, name } }: { entry: NamedPin }) => (
  <Row
    href={links.list(pin.sourceId)}
    icon="pin"
    title={name}
    note={formatRecords(pin.done, pin.category)}
  >
    <OfflineCopy pin={pin} name={name} readOnly />
  </Row>
)
