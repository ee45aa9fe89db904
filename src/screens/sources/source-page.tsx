import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import type { Source } from '../../../contract/org/sources.ts'
import { links } from '../../../contract/links.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { describeError } from '../../lib/describe-error.ts'
import { formatDay, formatNumber } from '../../lib/format.ts'
import { useApi } from '../../lib/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { BackLink } from './back-link.tsx'
import { describeRhythm, formatMoment, kindLabels } from './copy.ts'
import { FileUpload } from './file-upload.tsx'
import { isOpen, runsQuery, sourcesQuery } from './queries.ts'
import { RunList } from './run-list.tsx'
import { SourceStatus } from './source-status.tsx'
import type { Sources } from './source-list.tsx'

export const SourcePage = ({ source, data }: { source: Source; data: Sources }) => {
  const api = useApi()
  const offline = useOffline()
  const [, navigate] = useLocation()
  const [removing, setRemoving] = useState(false)
  const change = useSourceChange()
  const { id, name, kind, format, lastRun, paused } = source
  const runs = useQuery(runsQuery(api, id, lastRun)).data?.runs
  const busy = isOpen(lastRun)
  const offlineReason = offline ? 'You’re offline' : undefined
  const label = data.formats.find((each) => each.id === format)?.label ?? format
  return (
    <>
      <BackLink href={links.sources()}>Sources</BackLink>
      <Page
        title={name}
        lead={label}
        actions={
          <>
            <FileUpload source={source} busy={busy} />
            {kind !== 'upload' && (
              <Button
                variant="primary"
                icon="sync"
                busy={change.isPending}
                disabledReason={offlineReason ?? (busy ? 'A run is in progress' : undefined)}
                onClick={() => change.mutate(() => api.runSource({ id }))}
              >
                Run now
              </Button>
            )}
            <Menu
              label={`Actions for ${name}`}
              disabledReason={offlineReason}
              groups={[
                {
                  items: [
                    { label: 'Edit', icon: 'edit', onSelect: () => navigate(links.editSource(id)) },
                    {
                      label: paused ? 'Resume' : 'Pause',
                      icon: paused ? 'sync' : 'clock',
                      onSelect: () =>
                        change.mutate(() => api.saveSource({ ...source, paused: !paused })),
                    },
                    {
                      label: 'Remove',
                      icon: 'trash',
                      danger: true,
                      onSelect: () => setRemoving(true),
                    },
                  ],
                },
              ]}
            />
          </>
        }
      >
        <div className="flex flex-col gap-6">
          <SourceStatus
            source={source}
            busy={change.isPending}
            onImport={(run) => change.mutate(() => api.importSourceFile({ id, run }))}
          />
          <Facts source={source} />
          {runs !== undefined && runs.length > 0 && (
            <Section title="Runs">
              <RunList runs={runs} sourceId={id} />
            </Section>
          )}
        </div>
      </Page>
      <ConfirmDialog
        open={removing}
        title={`Remove ${name}?`}
        description="It won’t run again, and its history is deleted. Its records stay."
        action="Remove"
        onClose={() => setRemoving(false)}
        onConfirm={() =>
          change.mutate(async () => {
            await api.deleteSource({ id })
            navigate(links.sources(), { replace: true })
          })
        }
      />
    </>
  )
}

/** A change of a source, after which the list is read again. */
const useSourceChange = () => {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (work: () => Promise<unknown>) => {
      await work()
      await client.invalidateQueries({ queryKey: sourcesQuery(api).queryKey })
    },
    onError: (error) => {
      const { title, detail } = describeError(error)
      showToast({ title: detail || title, tone: 'danger' })
    },
  })
}

const Facts = ({ source }: { source: Source }) => {
  const { kind, location, everyHours, nextRunAt, paused, licence, countries, lastImport } = source
  const summary = lastImport?.summary
  const byHand = kind === 'upload' ? 'upload a file' : 'press Run now'
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 rounded-md border border-line bg-card p-4 text-14 sm:grid-cols-4 sm:p-5">
      <Fact label="Read">{summary ? formatNumber(summary.rows) : '–'}</Fact>
      <Fact label="New">{summary ? formatNumber(summary.added) : '–'}</Fact>
      <Fact label="Changed">{summary ? formatNumber(summary.updated) : '–'}</Fact>
      <Fact label="Rejected">{summary ? formatNumber(summary.rejected) : '–'}</Fact>
      <Fact label="Data as of">{summary ? formatDay(summary.seenAt) : 'No data yet'}</Fact>
      <Fact label="Last import">
        {lastImport?.finishedAt ? formatMoment(lastImport.finishedAt) : 'Never'}
      </Fact>
      <Fact label={kind === 'upload' ? 'New file expected' : 'Runs'}>
        {describeRhythm(everyHours)}
      </Fact>
      <Fact label="Next run">
        {paused ? 'Paused' : nextRunAt === null ? `When you ${byHand}` : formatMoment(nextRunAt)}
      </Fact>
      <Fact label="Comes from" wide>
        {location === '' ? kindLabels[kind] : `${kindLabels[kind]}: ${location}`}
      </Fact>
      <Fact label="Licence" wide>
        {licence === '' ? 'Not recorded' : licence}
      </Fact>
      {countries.length > 0 && <Fact label="Countries">{countries.join(', ')}</Fact>}
    </dl>
  )
}

const Fact = ({
  label,
  wide = false,
  children,
}: {
  label: string
  wide?: boolean
  children: ReactNode
}) => (
  <div className={wide ? 'col-span-2 min-w-0' : 'min-w-0'}>
    <dt className="text-13 text-ink-faint">{label}</dt>
    <dd className="tabular wrap-anywhere">{children}</dd>
  </div>
)
