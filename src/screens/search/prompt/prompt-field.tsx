import { useId, useRef, useState } from 'react'
import { maxPrompt } from '../../../../contract/search/criteria.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Icon } from '../../../ui/icon.tsx'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { filterSectionId, panel } from '../panel-state.ts'
import { useSearchHandle } from '../search-context.ts'
import { useHalfTyped } from '../filters/half-typed.ts'
import { overlays } from '../saved/overlays.ts'
import { useKeys } from '../../../lib/use-keys.ts'
import { usePanelMode } from './panel-mode.ts'
import { askPrompt, endPrompt, overOf, usePendingPrompt } from './prompt-state.ts'

const load = () => import('./prompt-answer.tsx')
const PromptAnswer = lazyComponent(() => load().then((m) => m.PromptAnswer), <Spinner />)

/** The prompt of a search (spec 3, coreAISearchPromptText); its result appears below and changes nothing until it is applied. */
export const PromptField = () => {
  const handle = useSearchHandle()
  const { state } = handle
  const pending = usePendingPrompt(handle)
  const { mode, hasAiPrompt } = usePanelMode(handle)
  const [typed, setTyped] = useTypedPrompt(pending, state.prompt ?? '')
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const text = typed.trim().replaceAll(/\s+/g, ' ')
  const over = text.length > maxPrompt
  const ask = (): void => {
    if (text === '') field.current?.focus()
    else if (!over) askPrompt(text, overOf(handle))
  }
  const cancel = (): void => {
    endPrompt()
    setTyped(state.prompt ?? '')
    field.current?.focus()
  }
  const box = useRef<HTMLDivElement>(null)
  useKeys(box, (event) => {
    if (event.key !== 'Escape' || (pending === null && typed === (state.prompt ?? ''))) return
    // Escape must not close a sheet around the field.
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
          data-persisted
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
          ? `${text.length} characters. The limit is ${maxPrompt}.`
          : text.length > maxPrompt - 100
            ? `${text.length} of ${maxPrompt} characters`
            : ''}
      </p>
      {pending === null && mode === 'save action' && hasAiPrompt && (
        <Button
          size="sm"
          variant="quiet"
          icon="bookmark"
          className="self-start"
          onClick={() => {
            panel.sheet = false
            overlays.question = { about: 'save' }
          }}
        >
          Save this search
        </Button>
      )}
      {pending !== null && (
        <PromptAnswer key={pending} text={pending} onCancel={cancel} field={field} />
      )}
    </div>
  )
}

/** The text of the field: follows the search on the screen; unapplied text survives a reload. */
const useTypedPrompt = (pending: string | null, applied: string) => {
  const current = pending ?? applied
  const [typed, setTyped] = useHalfTyped('prompt', applied)
  const [followed, setFollowed] = useState(current)
  if (followed !== current) {
    setFollowed(current)
    setTyped(current)
  }
  return [typed, setTyped] as const
}
