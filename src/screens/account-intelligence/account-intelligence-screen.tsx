import { useState } from 'react'
import type {
  AccountIntelligenceVersion,
  SavedAccountIntelligence,
} from '../../../contract/org/account-intelligence.ts'
import { useOffline } from '../../lib/connectivity.ts'
import type { FilterSlot } from '../../shared/search/filter-source.ts'
import { isVersionConflict, useSaveIntelligence } from '../../shared/account-fit/intelligence.ts'
import { useMay } from '../../shared/members/may.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Page } from '../../ui/page.tsx'
import { Delayed, Skeleton } from '../../ui/skeleton.tsx'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { findUnnamed, isSameConfig, tidyConfig, useDraft, withAvoided } from './draft.ts'
import { IdealCustomer } from './ideal-customer.tsx'
import { Preview } from './preview.tsx'
import { useIntelligence, useOlderVersion, usePreview } from './queries.ts'
import { SaveBar } from './save-bar.tsx'
import type { Part } from './part.ts'
import { Callout } from '../../ui/callout.tsx'
import { Versions, describeVersion } from './versions.tsx'
import { Voice } from './voice.tsx'
import { Weights } from './weights.tsx'
import { Products } from './products.tsx'
import { Personas } from './personas.tsx'
import { describeError } from '../../lib/describe-error.ts'

/** What the organisation sells and its ideal customer (product 2.11). Admins edit it, members read it; `filters` renders the filters of the search. */
export const AccountIntelligenceScreen = ({ filters }: { filters?: FilterSlot }) => {
  const { data, isError, error, refetch } = useIntelligence()
  return (
    <Page
      title="Account intelligence"
      lead="Tell us what you sell and who you sell to. We use it to score companies and write briefs."
    >
      {data !== undefined ? (
        <AccountIntelligenceEditor saved={data} filters={filters} />
      ) : isError ? (
        <ErrorState title="We couldn’t load account intelligence" onRetry={() => void refetch()}>
          {describeError(error).title}.
        </ErrorState>
      ) : (
        <Delayed>
          <Skeleton className="h-96 w-full" />
        </Delayed>
      )}
    </Page>
  )
}

const AccountIntelligenceEditor = ({
  saved,
  filters,
}: {
  saved: SavedAccountIntelligence
  filters: FilterSlot | undefined
}) => {
  const may = useMay('changeAccountIntelligence')
  const offline = useOffline()
  const { draft, keep } = useDraft()
  const [typed, setTyped] = useState('')
  const [looking, setLooking] = useState<number | null>(null)
  const older = useOlderVersion(looking)
  const saving = useSaveIntelligence()
  const newest = saved.versions[0]
  const shown = looking !== null && older.data ? older.data.config : (draft?.config ?? saved.config)
  const preview = usePreview(shown)
  const [tab, setTab] = useState<(typeof tabs)[number]['id']>('sell')
  const unnamed = findUnnamed(shown)
  const isUnsaved = draft !== null || withAvoided(shown, typed) !== shown
  const overtaken = draft !== null && draft.version !== saved.version
  const set: Part['set'] = (change) => {
    const config = { ...shown, ...change }
    saving.reset()
    keep(
      isSameConfig(config, saved.config)
        ? null
        : { config, version: draft?.version ?? saved.version },
    )
  }
  const save = (config = withAvoided(shown, typed)): void =>
    saving.mutate(
      { config: tidyConfig(config), version: saved.version },
      {
        onSuccess: ({ version }) => {
          keep(null)
          setTyped('')
          setLooking(null)
          showToast({ title: `Saved as version ${version}` })
        },
      },
    )
  const reason = may.reason ?? (offline ? 'You need a connection to save.' : undefined)
  const seen = saved.versions.find(({ version }) => version === looking)
  return (
    <div className="flex flex-col gap-4 lg:grid lg:grid-cols-[minmax(0,1fr)_19rem] lg:gap-6">
      <div className="flex min-w-0 flex-col gap-4">
        {!may.allowed && <Callout icon="lock">{may.reason}</Callout>}
        {offline && (
          <Callout icon="offline">
            You’re offline, so this may be out of date. Reconnect to save.
          </Callout>
        )}
        {seen !== undefined && (
          <Callout
            icon="history"
            actions={
              <>
                <Button onClick={() => setLooking(null)}>Back to latest</Button>
                {seen.version !== newest?.version && (
                  <Button
                    variant="primary"
                    busy={saving.isPending}
                    disabledReason={reason ?? (older.data ? undefined : 'Still loading.')}
                    onClick={() => save(older.data?.config)}
                  >
                    Restore this version
                  </Button>
                )}
              </>
            }
          >
            {describeViewedVersion(seen, older, offline)}
          </Callout>
        )}
        {looking === null && overtaken && newest && (
          <Callout
            icon="warning"
            tone="danger"
            role="alert"
            actions={
              <>
                <Button onClick={() => setLooking(newest.version)}>View theirs</Button>
                <Button onClick={() => keep({ ...draft, version: saved.version })}>
                  Keep mine
                </Button>
              </>
            }
          >
            {newest.by ?? 'Someone'} saved version {newest.version} while you were editing version{' '}
            {draft.version}. Yours isn’t saved yet. View theirs, or keep yours.
          </Callout>
        )}
        {looking !== null && saving.isError && isVersionConflict(saving.error) && (
          <Callout icon="warning" tone="danger" role="alert">
            {newest?.by ?? 'Someone'} saved version {saved.version} in the meantime. Restore again
            if you still want this version.
          </Callout>
        )}
        {saving.isError && !isVersionConflict(saving.error) && (
          <Callout icon="warning" tone="danger" role="alert">
            We couldn’t save: {describeError(saving.error).title}.{' '}
            {describeError(saving.error).detail} Your changes are still here.
          </Callout>
        )}
        <Tabs
          group={group}
          label="Parts"
          tabs={tabs}
          selected={tab}
          onSelect={setTab}
          className="-mx-3 -mb-2"
        />
        <fieldset
          disabled={!may.allowed || looking !== null}
          // When disabled, controls that add, remove or open the filters are hidden.
          className="flex min-w-0 flex-col gap-4 disabled:[&_button:not(li_button)]:hidden disabled:[&_input::placeholder]:text-transparent disabled:[&_li_button[aria-label^=Remove]]:invisible"
        >
          <legend className="sr-only">
            {seen === undefined ? 'Current version' : describeVersion(seen)}
          </legend>
          {/* Hidden parts keep what is typed in them. */}
          <TabPanel group={group} id="sell" className={panelClass} hidden={tab !== 'sell'}>
            <Products config={shown} set={set} />
            <Voice config={shown} set={set} typed={typed} onTypedChange={setTyped} />
          </TabPanel>
          <TabPanel group={group} id="ideal" className={panelClass} hidden={tab !== 'ideal'}>
            <IdealCustomer
              config={shown}
              set={set}
              filters={filters}
              possible={preview.data?.possible}
            />
            <Weights config={shown} set={set} />
          </TabPanel>
          <TabPanel group={group} id="call" className={panelClass} hidden={tab !== 'call'}>
            <Personas config={shown} set={set} />
          </TabPanel>
        </fieldset>
      </div>
      <div className="flex min-w-0 flex-col gap-4 lg:sticky lg:top-4 lg:self-start">
        <Preview preview={preview} />
        <Versions
          versions={saved.versions}
          shown={looking ?? saved.version}
          onShow={(version) =>
            setLooking(version === saved.version && draft === null ? null : version)
          }
        />
      </div>
      {may.allowed && looking === null && (
        <SaveBar
          message={
            unnamed ??
            (isUnsaved
              ? 'Unsaved changes.'
              : saved.version === 0
                ? 'Not set up yet.'
                : 'All changes saved.')
          }
          unsaved={isUnsaved}
          saving={saving.isPending}
          reason={
            reason ??
            (!isUnsaved ? 'No changes to save.' : overtaken ? 'Choose a version first.' : unnamed)
          }
          onDiscard={() => {
            saving.reset()
            keep(null)
            setTyped('')
          }}
          onSave={() => save()}
        />
      )}
    </div>
  )
}

const group = 'account-intelligence'
const panelClass = 'flex flex-col gap-4'
const tabs = [
  { id: 'sell', label: 'What you sell' },
  { id: 'ideal', label: 'Ideal customer' },
  { id: 'call', label: 'Who to call' },
] as const

const describeViewedVersion = (
  seen: AccountIntelligenceVersion,
  older: ReturnType<typeof useOlderVersion>,
  offline: boolean,
): string => {
  if (older.data) return `${describeVersion(seen)}. Restoring it saves it as a new version.`
  if (offline) return `Version ${seen.version} isn’t available offline. Showing the latest.`
  return older.isError
    ? `We couldn’t load version ${seen.version}: ${describeError(older.error).title}. Showing the latest.`
    : `Loading version ${seen.version} …`
}
