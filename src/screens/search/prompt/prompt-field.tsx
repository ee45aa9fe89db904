import { useId, useRef, useState } from 'react'
import { maxPrompt } from '../../../../contract/search/criteria.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Icon } from '../../../ui/icon.tsx'
import { part } from '../../../ui/part.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { filterSectionId, panel } from '../panel-state.ts'
import { useSearchHandle } from '../search-context.ts'
import { useHalfTyped } from '../filters/half-typed.ts'
import { overlays } from '../saved/overlays.ts'
import { useKeys } from '../use-keys.ts'
import { usePanelMode } from './panel-mode.ts'
import { askPrompt, endPrompt, overOf, useAsked } from './prompting.ts'

const load = () => import('./prompt-answer.tsx')
const PromptAnswer = part(() => load().then((m) => m.PromptAnswer), <Spinner />)

/** A search told in words (spec 3, coreAISearchPromptText): what they were understood as stands below, and changes nothing until it is applied. */
export const PromptField = () => {
  const handle = useSearchHandle()
  const { state } = handle
  const asked = useAsked(handle)
  const { mode, aiTold } = usePanelMode(handle)
  const [typed, setTyped] = useTypedPrompt(asked, state.prompt ?? '')
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const words = typed.trim().replaceAll(/\s+/g, ' ')
  const over = words.length > maxPrompt
  const ask = (): void => {
    if (words === '') field.current?.focus()
    else if (!over) askPrompt(words, overOf(handle))
  }
  const cancel = (): void => {
    endPrompt()
    setTyped(state.prompt ?? '')
    field.current?.focus()
  }
  const box = useRef<HTMLDivElement>(null)
  useKeys(box, (event) => {
    if (event.key !== 'Escape' || (asked === null && typed === (state.prompt ?? ''))) return
    // A sheet around it stays.
    event.stopPropagation()
    cancel()
  })
  return (
    <div
      ref={box}
      id={filterSectionId('prompt')}
      role="group"
      aria-label="Describe a search"
      className="flex flex-col gap-2"
    >
      <label htmlFor={id} className="sr-only">
        Describe who you want
      </label>
      <div className="relative">
        <Icon
          name="spark"
          size={18}
          className="pointer-events-none absolute top-3 left-3 text-accent pointer-fine:top-2.5"
        />
        <textarea
          ref={field}
          id={id}
          rows={1}
          value={typed}
          placeholder="Describe who you want, e.g. plumbers in Geelong"
          enterKeyHint="search"
          data-kept
          aria-invalid={over || undefined}
          aria-describedby={`${id}-note`}
          onFocus={() => void load()}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            ask()
          }}
          className={cx(
            'block field-sizing-content max-h-40 min-h-control w-full resize-none rounded-sm border bg-card py-2.5 pr-11 pl-10 text-14 text-ink transition-colors scroll-quiet',
            'hover:border-line-strong focus-visible:border-accent focus-visible:outline-offset-0 pointer-fine:py-1.5',
            over ? 'border-danger' : 'border-line',
          )}
        />
        <button
          type="button"
          aria-label="Turn into filters"
          onClick={ask}
          className="absolute top-0 right-0 grid size-control place-items-center rounded-sm text-ink-faint hover:text-ink"
        >
          <Icon name="arrow-right" size={18} />
        </button>
      </div>
      <p
        id={`${id}-note`}
        className={cx('text-12 empty:hidden', over ? 'text-danger' : 'text-ink-faint')}
      >
        {over
          ? `${words.length} characters. The limit is ${maxPrompt}.`
          : words.length > maxPrompt - 100
            ? `${words.length} of ${maxPrompt} characters`
            : ''}
      </p>
      {asked === null && mode === 'save action' && aiTold && (
        <Button
          size="sm"
          variant="quiet"
          icon="bookmark"
          className="self-start"
          onClick={() => {
            panel.sheet = false
            overlays.asked = { about: 'save' }
          }}
        >
          Save this search
        </Button>
      )}
      {asked !== null && <PromptAnswer key={asked} words={asked} onCancel={cancel} field={field} />}
    </div>
  )
}

/** What is in the field: it follows the search on the screen where that changes, and words not applied yet outlive a reload. */
const useTypedPrompt = (asked: string | null, applied: string) => {
  const told = asked ?? applied
  const [typed, setTyped] = useHalfTyped('prompt', applied)
  const [followed, setFollowed] = useState(told)
  if (followed !== told) {
    setFollowed(told)
    setTyped(told)
  }
  return [typed, setTyped] as const
}
