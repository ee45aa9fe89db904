import { useState } from 'react'
import type {
  AccountIntelligenceVersion,
  KeptAccountIntelligence,
} from '../../../contract/org/account-intelligence.ts'
import { ApiProblem } from '../../lib/api-errors.ts'
import { useOffline } from '../../lib/contact.ts'
import type { FilterSlot } from '../../shared/search/filter-source.ts'
import { useMay } from '../../shared/members/may.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Page } from '../../ui/page.tsx'
import { Delayed, Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { sameConfig, tidiedConfig, useDraft } from './draft.ts'
import { IdealCustomer } from './ideal-customer.tsx'
import { Preview } from './preview.tsx'
import { useIntelligence, useOlder, usePreview, useSaving } from './queries.ts'
import { SaveBar } from './save-bar.tsx'
import type { Part } from './section.tsx'
import { Told } from '../../ui/told.tsx'
import { Versions, versionWords } from './versions.tsx'
import { Voice } from './voice.tsx'
import { Weights } from './weights.tsx'
import { WhatWeSell } from './what-we-sell.tsx'
import { WhoToCall } from './who-to-call.tsx'

/** What the organisation sells and to whom (product 2.11): admins change it, everybody reads it. `filters` draws those of the search. */
export const AccountIntelligenceScreen = ({ filters }: { filters?: FilterSlot }) => {
  const { data, isError, error, refetch } = useIntelligence()
  return (
    <Page
      title="Account intelligence"
      lead="Tell us what you sell and who you sell to. We use it to score companies and write briefs."
    >
      {data !== undefined ? (
        <Desk kept={data} filters={filters} />
      ) : isError ? (
        <ErrorState title="We couldn’t load account intelligence" onRetry={() => void refetch()}>
          {error.message}.
        </ErrorState>
      ) : (
        <Delayed>
          <Skeleton className="h-96 w-full" />
        </Delayed>
      )}
    </Page>
  )
}

const Desk = ({
  kept,
  filters,
}: {
  kept: KeptAccountIntelligence
  filters: FilterSlot | undefined
}) => {
  const may = useMay('changeAccountIntelligence')
  const offline = useOffline()
  const { draft, keep } = useDraft()
  const [looking, setLooking] = useState<number | null>(null)
  const older = useOlder(looking)
  const saving = useSaving()
  const newest = kept.versions[0]
  const shown = looking !== null && older.data ? older.data.config : (draft?.config ?? kept.config)
  const preview = usePreview(shown)
  const overtaken = draft !== null && draft.version !== kept.version
  const set: Part['set'] = (change) => {
    const config = { ...shown, ...change }
    saving.reset()
    keep(
      sameConfig(config, kept.config) ? null : { config, version: draft?.version ?? kept.version },
    )
  }
  const save = (config = shown): void =>
    saving.mutate(
      { config: tidiedConfig(config), version: kept.version },
      {
        onSuccess: ({ version }) => {
          keep(null)
          setLooking(null)
          showToast({ title: `Saved as version ${version}` })
        },
      },
    )
  const reason = may.reason ?? (offline ? 'You need a connection to save.' : undefined)
  const seen = kept.versions.find(({ version }) => version === looking)
  return (
    <div className="flex flex-col gap-4 lg:grid lg:grid-cols-[minmax(0,1fr)_19rem] lg:gap-6">
      <div className="flex min-w-0 flex-col gap-4">
        {!may.allowed && <Told icon="lock">{may.reason}</Told>}
        {offline && (
          <Told icon="offline">You’re offline, so this may be out of date. Reconnect to save.</Told>
        )}
        {seen !== undefined && (
          <Told
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
            {lookingWords(seen, older, offline)}
          </Told>
        )}
        {looking === null && overtaken && newest && (
          <Told
            icon="warning"
            tone="danger"
            role="alert"
            actions={
              <>
                <Button onClick={() => setLooking(newest.version)}>View theirs</Button>
                <Button onClick={() => keep({ ...draft, version: kept.version })}>Keep mine</Button>
              </>
            }
          >
            {newest.by ?? 'Someone'} saved version {newest.version} while you were editing version{' '}
            {draft.version}. Yours isn’t saved yet. View theirs, or keep yours.
          </Told>
        )}
        {looking !== null && saving.isError && isConflict(saving.error) && (
          <Told icon="warning" tone="danger" role="alert">
            {newest?.by ?? 'Someone'} saved version {kept.version} in the meantime. Restore again if
            you still want this version.
          </Told>
        )}
        {saving.isError && !isConflict(saving.error) && (
          <Told icon="warning" tone="danger" role="alert">
            We couldn’t save: {saving.error.message}. {detailOf(saving.error)} Your changes are
            still here.
          </Told>
        )}
        <fieldset
          disabled={!may.allowed || looking !== null}
          // What cannot be pressed now is not there, nor what asks for words: adding, removing, opening the filters.
          className="flex min-w-0 flex-col gap-4 disabled:[&_button:not(li_button)]:hidden disabled:[&_input::placeholder]:text-transparent disabled:[&_li_button[aria-label^=Remove]]:invisible"
        >
          <legend className="sr-only">
            {seen === undefined ? 'Current version' : versionWords(seen)}
          </legend>
          <WhatWeSell config={shown} set={set} />
          <IdealCustomer
            config={shown}
            set={set}
            filters={filters}
            possible={preview.data?.possible}
          />
          <Weights config={shown} set={set} />
          <WhoToCall config={shown} set={set} />
          <Voice config={shown} set={set} />
        </fieldset>
        {may.allowed && looking === null && (
          <SaveBar
            words={
              draft !== null
                ? 'Unsaved changes.'
                : kept.version === 0
                  ? 'Nothing set up yet.'
                  : 'All changes saved.'
            }
            unsaved={draft !== null}
            saving={saving.isPending}
            reason={
              reason ??
              (draft === null
                ? 'No changes to save.'
                : overtaken
                  ? 'Choose a version first.'
                  : undefined)
            }
            onDiscard={() => {
              saving.reset()
              keep(null)
            }}
            onSave={() => save()}
          />
        )}
      </div>
      <div className="flex min-w-0 flex-col gap-4 lg:sticky lg:top-4 lg:self-start">
        <Preview preview={preview} />
        <Versions
          versions={kept.versions}
          shown={looking ?? kept.version}
          onShow={(version) =>
            setLooking(version === kept.version && draft === null ? null : version)
          }
        />
      </div>
    </div>
  )
}

/** What stands below: an older version only once it is there. */
const lookingWords = (
  seen: AccountIntelligenceVersion,
  older: ReturnType<typeof useOlder>,
  offline: boolean,
): string => {
  if (older.data) return `${versionWords(seen)}. Restoring it saves it as a new version.`
  if (offline) return `Version ${seen.version} isn’t available offline. Showing the latest.`
  return older.isError
    ? `We couldn’t load version ${seen.version}: ${older.error.message}. Showing the latest.`
    : `Loading version ${seen.version} …`
}

const isConflict = (error: Error): boolean =>
  error instanceof ApiProblem && error.code === 'version-conflict'

const detailOf = (error: Error): string =>
  error instanceof ApiProblem ? (error.errors[0]?.detail ?? error.detail) : ''
