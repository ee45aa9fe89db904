import { isOver } from '../../../../contract/money/downloads.ts'
import { links } from '../../../../contract/links.ts'
import { useOffline } from '../../../lib/connectivity.ts'
import { formatCount } from '../../../lib/format.ts'
import type { Device } from '../../../offline/database.ts'
import { historyOf } from '../../../offline/history.ts'
import { countUnsettled, unsettled } from '../../../offline/live.ts'
import { describeDecisions } from '../../../shared/offline/decisions.ts'
import { useLive } from '../../../shared/offline/device.tsx'
import { Aside, Row, Rows } from './row.tsx'

/** Conflicts, refused and unsent edits, and download requests that ended since the user last looked. */
export const WaitingForYou = () => {
  const waiting = useLive(readWaiting)
  const offline = useOffline()
  if (waiting === undefined) return null
  const { decisions, refused, queued, ended } = waiting
  if (decisions === null && refused + queued + ended.length === 0) return null
  return (
    <Rows title="Waiting for you" aside={<Aside href={links.sync()}>Sync centre</Aside>}>
      {decisions !== null && (
        <Row
          href={links.sync()}
          icon="warning"
          tone="danger"
          title={decisions}
          note="Both versions are safe. Choose which to keep."
        />
      )}
      {refused > 0 && (
        <Row
          href={links.sync()}
          icon="warning"
          tone="danger"
          title={`${formatCount(refused, 'change needs', 'changes need')} your attention.`}
          note="These couldn’t sync."
        />
      )}
      {queued > 0 && (
        <Row
          href={links.sync()}
          icon="sync"
          tone={offline ? 'warn' : 'plain'}
          title={`${formatCount(queued, 'change', 'changes')} not sent yet`}
          note={offline ? 'Saved on this device. Sent when you’re back online.' : 'Being sent.'}
        />
      )}
      {ended.map(({ requestId, name, file, statusLabel }) => (
        <Row
          key={requestId}
          href={links.download(requestId)}
          icon={file === null ? 'warning' : 'download'}
          tone={file === null ? 'warn' : 'plain'}
          title={name}
          note={file === null ? statusLabel : 'Your file is ready.'}
        />
      ))}
    </Rows>
  )
}

const maxEnded = 3

const readWaiting = async (device: Device) => {
  const [{ needAttention, conflicts }, { queued }, { rows, unseen }] = await Promise.all([
    unsettled(device),
    countUnsettled(device),
    historyOf(device),
  ])
  return {
    decisions: describeDecisions(conflicts),
    refused: needAttention.length,
    queued,
    ended: rows
      .filter(({ user, status }) => user.userId === device.userId && isOver(status))
      .toSorted((row, next) => Date.parse(next.updatedAt) - Date.parse(row.updatedAt))
      .slice(0, Math.min(unseen, maxEnded)),
  }
}
