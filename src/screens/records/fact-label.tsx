import { useRef, useState } from 'react'
import { Popover } from '../../ui/popover.tsx'
import { Icon } from '../../ui/icon.tsx'
import { staleDays } from '../../shared/records/age.ts'
import type { Fact, Source } from './facts.ts'
import { reasonsFor, useReport } from './report-wrong.tsx'
import { Origin } from './source-line.tsx'
import { TextComposer } from '../../shared/visits/text-composer.tsx'

export const FactLabel = ({
  fact,
  source,
  stale,
  marked,
}: {
  fact: Fact
  source: Source | undefined
  stale: boolean
  /** Whether its age has a mark of its own. */
  marked: boolean
}) => {
  const anchor = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [writing, setWriting] = useState<boolean | null>(null)
  const { report, reportAtOnce } = useReport(fact)
  const choose = (act: () => void): void => {
    setOpen(false)
    act()
  }
  return (
    <>
      <button
        ref={anchor}
        type="button"
        aria-label={`${fact.label}: source${stale ? `, more than ${staleDays} days ago` : ''}`}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="min-h-control max-w-full py-1.5 text-left text-13 wrap-anywhere text-ink-faint underline-offset-4 hover:text-ink hover:underline hover:decoration-dotted pointer-fine:min-h-0"
      >
        {fact.label}
        {marked && <Icon name="history" size={13} className="mb-0.5 ml-1.5 inline text-warn" />}
      </button>
      <Popover
        open={open}
        onOpenChange={setOpen}
        anchor={anchor}
        label={`Source of ${fact.label}`}
        className="w-72 p-1.5"
      >
        <p className="px-2.5 py-2 text-13 text-ink-soft">
          Source: <Origin source={source} />
        </p>
        <p className="border-t border-line px-2.5 pt-2.5 pb-1 text-12 font-medium text-ink-faint">
          What’s wrong with {fact.label}?
        </p>
        {reasonsFor(fact).map((reason) => (
          <button
            key={reason}
            type="button"
            className={choice}
            onClick={() => choose(() => void reportAtOnce(reason))}
          >
            {reason}
          </button>
        ))}
        <button type="button" className={choice} onClick={() => choose(() => setWriting(true))}>
          Something else…
        </button>
      </Popover>
      {writing !== null && (
        <TextComposer
          open={writing}
          onOpenChange={setWriting}
          title={`What’s wrong with ${fact.label}?`}
          label="What’s wrong? Add the correct details if you know them."
          action="Report"
          save={report}
        />
      )}
    </>
  )
}

const choice =
  'flex min-h-control w-full items-center rounded-sm px-2.5 text-left text-14 hover:bg-sunken pointer-fine:min-h-9'
