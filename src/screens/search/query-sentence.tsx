import { useState, type ReactNode } from 'react'
import { criteriaFor } from '../../../contract/search/criteria.ts'
import { filterOf } from '../../../contract/search/filters.ts'
import {
  querySentence,
  sentenceParts,
  type SentencePart,
} from '../../../contract/search/sentence.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { filterSectionId, revealFilter } from './panel-state.ts'
import { useLabels } from './option-queries.ts'
import { useSearchHandle } from './search-context.ts'
import { useClipped } from './use-clipped.ts'

/** Has two lines, or one while the results are scrolled, and says how many parts are beyond them. */
export const QuerySentence = ({
  isScrolled,
  children,
}: {
  isScrolled: boolean
  children: ReactNode
}) => {
  const { state } = useSearchHandle()
  const labels = useLabels(state.criteria)
  const parts = sentenceParts(criteriaFor(state.criteria, state.tab), state.tab, labels)
  const { sentence, clipped } = useClipped(querySentence(parts))
  const [isExpanded, setExpanded] = useState(false)
  const [wasScrolled, setWasScrolled] = useState(isScrolled)
  if (wasScrolled !== isScrolled) {
    setWasScrolled(isScrolled)
    setExpanded(false)
  }
  const [subject, ...rest] = parts
  return (
    <div data-tour="sentence" className="flex items-start">
      <p
        ref={sentence}
        aria-label="Search summary"
        className={cx(
          'mx-3 my-1.5 min-w-0 flex-1 text-14 leading-6 text-ink-soft pointer-coarse:leading-8',
          !isExpanded && (isScrolled ? 'line-clamp-1' : 'line-clamp-2'),
        )}
      >
        {rest.length === 0 ? `All ${subject?.text.toLowerCase() ?? ''}` : subject?.text}{' '}
        {rest.map((part, index) => (
          <span key={`${part.identifier ?? ''} ${String(part.excluded)}`}>
            <Part
              {...part}
              onReached={() => {
                // Stays expanded afterwards: the screen must not move while the next control is being pressed.
                if (clipped > 0) setExpanded(true)
              }}
            />
            {index < rest.length - 1 ? ', ' : ''}
          </span>
        ))}
      </p>
      <span className="flex shrink-0 max-sm:flex-col">
        {(clipped > 0 || isExpanded) && (
          <Button
            variant="quiet"
            size="sm"
            aria-expanded={isExpanded}
            onClick={() => setExpanded(!isExpanded)}
          >
            {isExpanded ? 'Show less' : `and ${clipped} more`}
          </Button>
        )}
        {children}
      </span>
    </div>
  )
}

/** Not a button element: that cannot break across lines. */
const Part = ({
  text,
  identifier = '',
  excluded = false,
  onReached,
}: SentencePart & {
  /** The keyboard has moved the focus here. */
  onReached: () => void
}) => {
  const open = (): void =>
    identifier === 'near'
      ? document.getElementById(filterSectionId(identifier))?.querySelector('button')?.click()
      : revealFilter(identifier, filterOf(identifier)?.group)
  return (
    <span
      role="button"
      tabIndex={0}
      data-part
      onClick={open}
      onFocus={({ target }) => {
        if (target.matches(':focus-visible')) onReached()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        open()
      }}
      className={cx(
        'cursor-pointer rounded-[4px] pointer-coarse:py-3.5 underline decoration-line-strong decoration-dotted underline-offset-4 hover:decoration-accent hover:decoration-solid',
        excluded ? 'text-danger' : 'font-medium text-ink',
      )}
    >
      {text}
    </span>
  )
}
