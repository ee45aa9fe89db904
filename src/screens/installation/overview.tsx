import { Link } from 'wouter'
import type { ReactNode } from 'react'
import type { Installation } from '../../../contract/org/installation.ts'
import { links } from '../../../contract/links.ts'
import { formatBytes } from '../../lib/bytes.ts'
import { formatAgo, formatCount, formatPercent } from '../../lib/format.ts'

export const Overview = ({ data }: { data: Installation }) => {
  const { version, build, node, database, disk, index, sources } = data
  return (
    <dl className="grid grid-cols-1 gap-px overflow-hidden rounded-md border border-line bg-line sm:grid-cols-2 lg:grid-cols-3">
      <Fact term="Version" value={version} note={`Build ${build} · Node ${node}`} />
      <Fact
        term="Database"
        value={database === 'postgres' ? 'PostgreSQL' : 'Embedded'}
        note={database === 'postgres' ? undefined : 'One process only'}
      />
      <Backup backup={data.backup} />
      <Fact
        term="Disk"
        value={`${formatBytes(disk.free)} free`}
        note={`${formatPercent(disk.free / disk.size)} of ${formatBytes(disk.size)}`}
      />
      <Fact
        term="Search index"
        value={index.clock <= index.tick ? 'Up to date' : 'Catching up'}
        note={index.clock <= index.tick ? undefined : behind(index.clock - index.tick)}
      />
      <Fact
        term="Sources"
        value={sourcesOf(sources)}
        note={
          <Link href={links.sources()} className="font-medium text-accent-strong underline">
            Open sources
          </Link>
        }
      />
    </dl>
  )
}

const behind = (ticks: number): string => `${formatCount(ticks, 'change', 'changes')} behind`

const sourcesOf = ({ active, failing }: Installation['sources']): string => {
  if (failing.length > 0) return `${failing.join(', ')}: failing`
  return active === 0 ? 'None yet' : formatCount(active, 'source', 'sources')
}

const Backup = ({ backup }: Pick<Installation, 'backup'>) => {
  if (backup === null) return <Fact term="Last backup" value="Never" note="npm run backup" />
  const { at, bytes, target } = backup
  return (
    <Fact term="Last backup" value={formatAgo(at)} note={`${formatBytes(bytes)} · ${target}`} />
  )
}

const Fact = ({ term, value, note }: { term: string; value: string; note?: ReactNode }) => (
  <div className="bg-card px-4 py-3">
    <dt className="text-13 text-ink-soft">{term}</dt>
    <dd className="tabular text-16 font-medium wrap-anywhere">{value}</dd>
    {note !== undefined && <dd className="text-13 text-ink-soft wrap-anywhere">{note}</dd>}
  </div>
)
