import { useId, useState } from 'react'
import { links } from '../../../contract/links.ts'
import { useItemStates, useLocal } from '../../shared/offline/device.tsx'
import { formatNumber } from '../../lib/format.ts'
import { log } from '../../lib/log.ts'
import { readPageSettings } from '../../lib/page-settings.ts'
import { sendFeedback } from '../../offline/activities.ts'
import { StorageError } from '../../offline/storage-error.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { FormError } from '../../ui/form-error.tsx'
import { ItemStateMark } from '../../ui/item-state.tsx'
import { feedbackKinds, type FeedbackKind } from './feedback-kinds.ts'
import { FeedbackPicture } from './feedback-picture.tsx'

const maxLength = 2_000

type Sent = { id: string; kind: FeedbackKind }

/**
 * Feedback to the makers of Fieldbook; offline, it waits in the outbox. `page` is the page it is about; with `screen`, which is that
 * page, a picture of it can go along.
 */
export const FeedbackForm = ({
  page,
  screen,
}: {
  page: string
  screen?: (() => Element | null) | undefined
}) => {
  const local = useLocal()
  const [kind, setKind] = useState<FeedbackKind>('idea')
  const [text, setText] = useState('')
  const [picture, setPicture] = useState<string | null>(null)
  const [sent, setSent] = useState<Sent[]>([])
  const [trouble, setTrouble] = useState(false)
  const [busy, setBusy] = useState(false)
  const id = useId()
  const message = text.trim()
  const send = async (): Promise<void> => {
    setBusy(true)
    setTrouble(false)
    try {
      const { deploymentId: deployment } = readPageSettings()
      const feedbackId = await sendFeedback(local, {
        kind,
        message,
        page: page.slice(0, 500),
        ...(deployment !== undefined && { deployment }),
        ...(picture !== null && { picture }),
      })
      setSent((before) => [...before, { id: feedbackId, kind }])
      setText('')
      setPicture(null)
    } catch (error) {
      if (!(error instanceof StorageError)) log.error('Feedback could not be kept', error)
      setTrouble(true)
    }
    setBusy(false)
  }
  return (
    <form
      className="mt-3 flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (message !== '' && !busy) void send()
      }}
    >
      <fieldset>
        <legend className="text-13 font-medium text-ink-soft">What’s it about?</legend>
        <div className="mt-1 grid grid-cols-1 gap-2 sm:grid-cols-2">
          {feedbackKinds.map((each) => (
            <Kind key={each.kind} {...each} chosen={kind === each.kind} onChoose={setKind} />
          ))}
        </div>
      </fieldset>
      <div className="flex flex-col gap-1">
        <label htmlFor={id} className="text-13 font-medium text-ink-soft">
          {feedbackKinds.find((each) => each.kind === kind)?.ask}
        </label>
        <textarea
          id={id}
          rows={6}
          maxLength={maxLength}
          value={text}
          aria-describedby={`${id}-count`}
          onChange={(event) => setText(event.currentTarget.value)}
          className="w-full resize-y rounded-sm border border-line bg-card px-3 py-2 text-16 text-ink transition-colors hover:border-line-strong focus-visible:border-accent focus-visible:outline-offset-0 sm:text-14"
        />
        <p
          id={`${id}-count`}
          className={cx(
            'tabular flex justify-between gap-3 text-12',
            maxLength - text.length < 100 ? 'text-warn' : 'text-ink-faint',
          )}
        >
          <span title={page} className="min-w-0 text-ink-faint">
            {screen
              ? 'We’ll include the page you’re on and the version'
              : page === links.help()
                ? 'We’ll include the version you’re using'
                : 'We’ll include the page you were on and the version'}
          </span>
          <span className="shrink-0">
            {formatNumber(text.length)} of {formatNumber(maxLength)}
          </span>
        </p>
      </div>
      {screen && <FeedbackPicture screen={screen} picture={picture} onPicture={setPicture} />}
      <FormError>
        {trouble ? 'We couldn’t send this. Your feedback is still here. Try again.' : null}
      </FormError>
      <Button
        type="submit"
        variant="primary"
        busy={busy}
        disabledReason={message === '' ? 'Write your feedback first.' : undefined}
        className="self-start"
      >
        Send feedback
      </Button>
      <SentFeedback sent={sent} />
    </form>
  )
}

const Kind = ({
  kind,
  label,
  chosen,
  onChoose,
}: {
  kind: FeedbackKind
  label: string
  chosen: boolean
  onChoose: (kind: FeedbackKind) => void
}) => (
  <label
    className={cx(
      'flex min-h-touch cursor-pointer items-center gap-2.5 rounded-sm border px-3 text-14 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
      chosen ? 'border-accent bg-accent-soft' : 'border-line hover:border-line-strong',
    )}
  >
    <input
      type="radio"
      name="kind"
      value={kind}
      checked={chosen}
      onChange={() => onChoose(kind)}
      className="size-4 outline-none"
    />
    {label}
  </label>
)

const SentFeedback = ({ sent }: { sent: readonly Sent[] }) => {
  const states = useItemStates()
  return (
    <div role="status">
      {sent.length > 0 && (
        <ul className="flex flex-col gap-1 rounded-sm bg-sunken px-3 py-2 text-14">
          {sent.map(({ id, kind }) => {
            const state = states.get(`feedback:${id}`) ?? 'sent'
            return (
              <li key={id} className="flex flex-wrap items-center justify-between gap-x-3">
                <span>
                  {state === 'sent' ? 'Thanks, we’ve got it:  ' : 'Thanks, sending it:  '}
                  {feedbackKinds.find((each) => each.kind === kind)?.label.toLowerCase()}
                </span>
                <ItemStateMark state={state} />
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}
