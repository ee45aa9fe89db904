import { Link } from 'wouter'
import { links } from '../../../contract/links.ts'
import { namedPins } from '../../offline/named-pins.ts'
import { describeDecisions } from '../../shared/offline/decisions.ts'
import { useLive, useStorageError } from '../../shared/offline/device.tsx'
import { NeedsDecision, OfflineCopy } from '../../shared/offline/offline-copy.tsx'
import { formatCount, formatNumber } from '../../lib/format.ts'
import { adviceOn } from '../../shared/offline/read-failure.ts'
import { useMinute } from '../../ui/as-of.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Page } from '../../ui/page.tsx'
import { Delayed, Skeleton } from '../../ui/skeleton.tsx'
import { RefusedRow, WaitingRow } from './change-row.tsx'
import { ClashCard } from './clash-card.tsx'
import { Section } from './section.tsx'
import { SentRow } from './sent-row.tsx'
import { SyncNow, SyncSentence } from './sync-sentence.tsx'
import { UnsentFile } from './unsent-file.tsx'
import { unsettled, type Unsettled } from './unsettled.ts'

export const SyncScreen = () => {
  const all = useLive(unsettled)
  const trouble = useStorageError()
  return (
    <Page
      title="Sync centre"
      lead={
        <SyncSentence
          waiting={all?.waiting.length ?? 0}
          refused={all?.refused.length ?? 0}
          decisions={describeDecisions(all?.clashes.map(({ conflict }) => conflict) ?? [])}
          asOf={all?.asOf ?? null}
        />
      }
      actions={<SyncNow />}
    >
      {all !== undefined && <Lists {...all} />}
      {all !== undefined && (
        <UnsentFile isEmpty={all.refused.length + all.clashes.length + all.waiting.length === 0} />
      )}
      <p className="mt-8 border-t border-line pt-4 text-14 text-ink-soft">
        Manage what’s saved on this device in{' '}
        <Link
          href={links.storage()}
          className="-my-1 inline-block py-3 font-medium text-accent-strong underline"
        >
          Storage
        </Link>
        .
      </p>
      {all === undefined && trouble === null && (
        <Delayed>
          <Skeleton className="h-16 w-full" />
        </Delayed>
      )}
      {all === undefined && trouble !== null && (
        <ErrorState title="We can’t read the changes on this device">
          Anything already synced is safe. To see your changes, {adviceOn(trouble)}.
        </ErrorState>
      )}
    </Page>
  )
}

const Lists = ({ refused, clashes, waiting, sent }: Unsettled) => {
  const now = useMinute()
  const today = new Date(now).toDateString()
  const sentToday = sent.filter(({ sent: { at } }) => new Date(at).toDateString() === today)
  return (
    <div className="flex flex-col gap-8">
      {refused.length + clashes.length + waiting.length === 0 && (
        <Empty hasSent={sent.length > 0} />
      )}
      <Section
        title="Needs your attention"
        lead="These couldn’t sync. Choose what to do with each."
        rows={refused.map((change) => (
          <RefusedRow key={change.entry.id} change={change} />
        ))}
      />
      <Section
        title="Conflicts"
        lead="We keep both versions until you choose."
        rows={clashes.map((clash) => (
          <ClashCard key={clash.conflict.id} clash={clash} />
        ))}
      />
      <Section
        title="Waiting to sync"
        lead={`${formatCount(waiting.length, 'change', 'changes')} on this device, in the order you made them.`}
        rows={waiting.map((change) => (
          <WaitingRow key={change.entry.id} change={change} />
        ))}
      />
      <OfflineLists />
      <Section
        title="Synced"
        lead={`Today: ${formatNumber(sentToday.length)}. Changes stay here for 7 days.`}
        rows={sent.map((each) => (
          <SentRow key={each.sent.id} sent={each} />
        ))}
      />
    </div>
  )
}

const OfflineLists = () => (
  <Section
    title="Offline lists"
    lead="These open without a connection."
    rows={(useLive(namedPins) ?? []).map(({ pin, name, conflict }) => (
      <li
        key={pin.id}
        className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2.5 sm:px-5"
      >
        {conflict === 'gone' ? (
          <span className="font-medium wrap-anywhere">{name}</span>
        ) : (
          <Link
            href={links.list(pin.sourceId)}
            className="-my-2.5 inline-flex min-h-control items-center font-medium wrap-anywhere hover:underline"
          >
            {name}
          </Link>
        )}
        {conflict !== null ? <NeedsDecision /> : <OfflineCopy pin={pin} name={name} />}
      </li>
    ))}
  />
)

const Empty = ({ hasSent }: { hasSent: boolean }) => (
  <EmptyState
    drawing="done"
    className="py-2!"
    title="Nothing to sync"
    heading="h2"
    action={
      !hasSent && (
        <Link href={links.newSearch()} className={buttonClass()}>
          Find companies
        </Link>
      )
    }
  >
    Changes you make offline wait here until you reconnect.
  </EmptyState>
)
