import { Link, useLocation } from 'wouter'
import type { EndpointOutput } from '../../../contract/core/endpoint.ts'
import type { Source, sourcesEndpoints } from '../../../contract/org/sources.ts'
import { links } from '../../../contract/links.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { formatAgo, formatDay, formatNumber } from '../../lib/format.ts'
import { useLayout } from '../../lib/use-media.ts'
import { ItemsTable, type ItemColumn } from '../../shared/records-table/items-table.tsx'
import { AsOf } from '../../ui/as-of.tsx'
import { Badge } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { describeSummary, stateOf } from './copy.ts'
import { RunList } from './run-list.tsx'

export type Sources = EndpointOutput<typeof sourcesEndpoints.sources>

export const SourceList = ({ data, updatedAt }: { data: Sources; updatedAt: number }) => {
  const offline = useOffline()
  const [, navigate] = useLocation()
  const wide = useLayout() === 'desk'
  const { sources, formats, commands } = data
  const rows = sources.map((source) => ({
    ...source,
    about: aboutOf(source, formats),
  }))
  return (
    <Page
      title="Sources"
      lead="The registers and files that fill your market, and how fresh they are."
      actions={sources.length > 0 && <AddSource />}
    >
      <div className="flex flex-col gap-6">
        {offline && (
          <Callout icon="offline">
            You’re offline. Sources <AsOf at={updatedAt} />.
          </Callout>
        )}
        {sources.length === 0 ? (
          <EmptyState drawing="blank" heading="h2" title="No sources yet" action={<AddSource />}>
            Add a register or a file of companies or people. Fieldbook checks it, imports it and
            keeps it fresh.
          </EmptyState>
        ) : wide ? (
          <ItemsTable
            plural="Sources"
            columns={columns}
            rows={rows}
            onOpen={({ id }) => navigate(links.source(id))}
          />
        ) : (
          <SourceCards rows={rows} />
        )}
        {commands.length > 0 && (
          <Section title="Imported by command">
            <RunList runs={commands.map(({ run }) => run)} sourceId={null} />
          </Section>
        )}
      </div>
    </Page>
  )
}

type Row = Source & { about: string }

const aboutOf = ({ format, licence }: Source, formats: Sources['formats']): string =>
  [licence, formats.find(({ id }) => id === format)?.label ?? format]
    .filter((part) => part !== '')
    .join(' · ')

const AddSource = () => (
  <Link href={links.editSource('new')} className={buttonClass('primary')}>
    <Icon name="plus" size={18} />
    Add a source
  </Link>
)

const State = ({ source }: { source: Source }) => {
  const { label, tone } = stateOf(source)
  return <Badge tone={tone}>{label}</Badge>
}

const count = (of: 'rows' | 'added' | 'updated' | 'rejected') => (row: Row) => {
  const value = row.lastImport?.summary?.[of]
  return value === undefined ? '–' : formatNumber(value)
}

const columns: readonly ItemColumn<Row>[] = [
  {
    key: 'name',
    label: 'Source',
    width: 11.25,
    cell: ({ name, about }) => (
      <span className="flex min-w-0 flex-col">
        <span className="truncate font-medium">{name}</span>
        <span className="truncate text-12 leading-3.5 text-ink-soft" title={about}>
          {about}
        </span>
      </span>
    ),
  },
  { key: 'state', label: 'State', width: 7.5, cell: (row) => <State source={row} /> },
  {
    key: 'last',
    label: 'Last run',
    width: 6,
    cell: ({ lastRun }) => (lastRun === null ? '–' : formatAgo(lastRun.startedAt)),
  },
  {
    key: 'age',
    label: 'Data as of',
    width: 6,
    cell: ({ lastImport }) => (lastImport?.summary ? formatDay(lastImport.summary.seenAt) : '–'),
  },
  { key: 'next', label: 'Next run', width: 6, cell: (row) => nextOf(row) ?? '–' },
  { key: 'rows', label: 'Read', width: 4.75, type: 'number', cell: count('rows') },
  { key: 'added', label: 'New', width: 4, type: 'number', cell: count('added') },
  { key: 'updated', label: 'Changed', width: 4.75, type: 'number', cell: count('updated') },
  { key: 'rejected', label: 'Rejected', width: 4.75, type: 'number', cell: count('rejected') },
]

const nextOf = ({ paused, nextRunAt }: Source): string | undefined =>
  paused || nextRunAt === null ? undefined : formatDay(nextRunAt)

const SourceCards = ({ rows }: { rows: readonly Row[] }) => (
  <ul className="flex flex-col divide-y divide-line rounded-md border border-line bg-card">
    {rows.map((row) => (
      <li key={row.id} data-row>
        <Link
          href={links.source(row.id)}
          className="flex items-center gap-2 py-3 pr-3 pl-4 text-14"
        >
          <span className="min-w-0 flex-1">
            <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span className="font-medium wrap-anywhere">{row.name}</span>
              <State source={row} />
            </span>
            <span className="block truncate text-13 text-ink-soft">{row.about}</span>
            <span className="tabular block text-13 text-ink-faint">{factsOf(row)}</span>
          </span>
          <Icon name="chevron-right" size={18} className="shrink-0 text-ink-faint" />
        </Link>
      </li>
    ))}
  </ul>
)

const factsOf = (row: Row): string => {
  const summary = row.lastImport?.summary
  const next = nextOf(row)
  return [
    ...(summary ? [describeSummary(summary), `data of ${formatDay(summary.seenAt)}`] : []),
    ...(next === undefined ? [] : [`next run ${next}`]),
  ].join(' · ')
}
