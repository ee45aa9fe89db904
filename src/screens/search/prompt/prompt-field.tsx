import { useId, type RefObject } from 'react'
import { maxPrompt } from '../../../../contract/constants.ts'
import { IconButton } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Icon } from '../../../ui/icon.tsx'

/** The prompt of a search (spec 3, coreAISearchPromptText); its result appears below and changes nothing until it is applied. */
export const PromptField = ({
  field,
  typed,
  onTypedChange,
  onAsk,
  onFocus,
}: {
  field: RefObject<HTMLTextAreaElement | null>
  typed: string
  onTypedChange: (typed: string) => void
  onAsk: (text: string) => void
  onFocus: () => void
}) => {
  const id = useId()
  const text = typed.trim().replaceAll(/\s+/g, ' ')
  const over = text.length > maxPrompt
  const ask = (): void => {
    if (text === '') field.current?.focus()
    else if (!over) onAsk(text)
  }
  return (
    <>
      <label htmlFor={id} className="sr-only">
        Describe who you want
      </label>
      <div className="flex items-start">
        <Icon
          name="spark"
          size={18}
          className="mt-3 ml-3 shrink-0 text-accent pointer-fine:mt-2.25"
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
          onFocus={onFocus}
          onChange={(event) => onTypedChange(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.defaultPrevented)
              return
            event.preventDefault()
            ask()
          }}
          className="block field-sizing-content max-h-40 min-h-control min-w-0 flex-1 resize-none rounded-sm bg-transparent px-2.5 py-2.5 text-14 text-ink outline-none scroll-quiet pointer-fine:py-1.75"
        />
        <IconButton icon="arrow-right" iconSize={18} label="Turn into filters" onClick={ask} />
      </div>
      <p
        id={`${id}-note`}
        className={cx('px-3 pb-1.5 text-12 empty:hidden', over ? 'text-danger' : 'text-ink-faint')}
      >
        {over
          ? `${text.length} characters. The limit is ${maxPrompt}.`
          : text.length > maxPrompt - 100
            ? `${text.length} of ${maxPrompt} characters`
            : ''}
      </p>
    </>
  )
}
