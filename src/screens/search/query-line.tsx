import { useEffect, useRef, useState, type RefObject } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useHalfTyped } from './filters/half-typed.ts'
import { usePanelMode } from './prompt/panel-mode.ts'
import { holdsMore } from './criteria-edit.ts'
import { PromptField } from './prompt/prompt-field.tsx'
import {
  askPrompt,
  closeLayer,
  endPrompt,
  overOf,
  queryLineId,
  usePendingPrompt,
} from './prompt/prompt-state.ts'
import { QuerySentence } from './query-sentence.tsx'
import { useSearchHandle } from './search-context.ts'
import { useKeys } from '../../lib/use-keys.ts'
import { preload } from '../../ui/preload.ts'

const loadAnswer = () => import('./answer/prompt-answer.tsx')
const PromptAnswer = lazyComponent(() => loadAnswer().then((m) => m.PromptAnswer), <Spinner />)

/** A description turns into the sentence in its place. */
export const QueryLine = () => <Line key={overOf(useSearchHandle())} />

const Line = () => {
  const handle = useSearchHandle()
  const { criteria, prompt } = handle.state
  const applied = prompt ?? ''
  const pending = usePendingPrompt(handle)
  const { hasAiPrompt } = usePanelMode(handle)
  const [typed, setTyped] = useTypedPrompt(overOf(handle), pending, applied)
  const [isWriting, setWriting] = useState(typed !== applied)
  const box = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const isScrolled = useScrolled(box)
  // Opened by its button: the field takes the focus.
  useEffect(() => {
    if (isWriting) field.current?.focus()
  }, [isWriting])
  const bare = !holdsMore(criteria)
  const showsField = bare || isWriting || pending !== null
  const ask = (text: string): void => {
    setWriting(false)
    askPrompt(text, overOf(handle))
  }
  const backToField = (): void => {
    endPrompt()
    setWriting(true)
    field.current?.focus()
  }
  useKeys(box, (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && typed === pending) {
      event.preventDefault()
      box.current?.querySelector('form')?.requestSubmit()
    }
    if (event.key !== 'Escape') return
    const closed = closeLayer()
    if (closed === 'answer') backToField()
    else if (closed === null && (bare || !isWriting)) return
    else if (closed === null) setWriting(false)
    // An open record or a sheet is another layer.
    event.stopPropagation()
  })
  return (
    <div
      ref={box}
      id={queryLineId}
      role="group"
      aria-label="Describe a search"
      tabIndex={-1}
      className="min-w-0 flex-1 rounded-sm border border-line bg-card @max-2xl:basis-full has-[textarea:focus]:border-accent has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-accent"
    >
      {showsField && (
        <PromptField
          field={field}
          typed={typed}
          onTypedChange={(next) => {
            setTyped(next)
            setWriting(true)
          }}
          onAsk={ask}
          onFocus={() => preload(loadAnswer)}
        />
      )}
      {pending !== null && (
        <PromptAnswer key={pending} text={pending} onCancel={backToField} field={field} />
      )}
      {pending === null && (
        <QuerySentence isScrolled={isScrolled}>
          {!showsField && (
            <IconButton
              size="sm"
              icon="spark"
              label={hasAiPrompt ? 'Edit the description' : 'Describe who you want'}
              onClick={() => setWriting(true)}
            />
          )}
        </QuerySentence>
      )}
    </div>
  )
}

/** The text of the field: follows the search on the screen (`over`) and the question asked; unapplied text survives Escape and a reload, and stays with its search. */
const useTypedPrompt = (over: string, pending: string | null, applied: string) => {
  const [typed, setTyped] = useHalfTyped(`prompt ${over}`, applied)
  const [followed, setFollowed] = useState({ pending, applied })
  if (followed.pending !== pending || followed.applied !== applied) {
    setFollowed({ pending, applied })
    if (pending !== null) setTyped(pending)
    else if (followed.applied !== applied) setTyped(applied)
  }
  return [typed, setTyped] as const
}

/** Whether the table below is scrolled: a short one keeps the whole line, since giving it height would end its scrolling. */
const useScrolled = (within: RefObject<HTMLElement | null>): boolean => {
  const [isScrolled, setScrolled] = useState(false)
  useEffect(() => {
    const section = within.current?.closest('section')
    const onScroll = ({ target }: Event): void => {
      if (!(target instanceof HTMLElement) || target.querySelector('table') === null) return
      const { scrollTop, scrollHeight, clientHeight } = target
      setScrolled((was) => scrollHeight - clientHeight > 200 && scrollTop > (was ? 0 : 40))
    }
    // Scrolling does not bubble.
    section?.addEventListener('scroll', onScroll, { capture: true, passive: true })
    return () => section?.removeEventListener('scroll', onScroll, { capture: true })
  }, [within])
  return isScrolled
}
