import type { Installation } from '../../../contract/org/installation.ts'
import { formatAgo } from '../../lib/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Row, Rows } from './rows.tsx'

type Process = Installation['processes'][number]

export const ProcessList = ({ processes }: { processes: readonly Process[] }) => (
  <Rows title="Processes" empty="Each process reports here within 15 seconds." items={processes}>
    {(process) => (
      <Row
        key={`${process.host} ${process.pid} ${process.startedAt}`}
        name={`${process.host}, process ${process.pid}`}
        badge={<State process={process} />}
        note={`Version ${process.version} · build ${process.build} · started ${formatAgo(process.startedAt)} · seen ${formatAgo(process.beatAt)}`}
      />
    )}
  </Rows>
)

/** Before the worker or the index counts as stopped. */
const patienceMs = 2 * 60_000

const State = ({ process: { beatAt, workerAt, searchAt } }: { process: Process }) => {
  const late = (at: string | null): boolean =>
    at !== null && Date.parse(beatAt) - Date.parse(at) > patienceMs
  if (late(workerAt)) return <Badge tone="danger">Jobs stopped</Badge>
  if (late(searchAt)) return <Badge tone="warn">Search is behind</Badge>
  return <Badge tone="accent">Running</Badge>
}
