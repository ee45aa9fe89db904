import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icon.tsx'
import { matchedParts } from './matched-parts.ts'
import type { Suggestion } from './suggestions.ts'

export type SuggestionGroupProps = {
  title: string
  suggestions: readonly Suggestion[]
  empty?: string | undefined
  failed?: boolean
  /** The lines come from this device alone, because the server does not answer. */
  fromDevice?: boolean
}

export type Choosing = {
  term: string
  active: string | undefined
  optionId: (suggestion: Suggestion) => string
  onHover: (suggestion: Suggestion) => void
  onChoose: (suggestion: Suggestion) => void
}

export const SuggestionGroup = ({
  title,
  suggestions,
  empty,
  failed = false,
  fromDevice = false,
  term,
  active,
  optionId,
  onHover,
  onChoose,
}: SuggestionGroupProps & Choosing) => (
  <div role="group" aria-label={title} className="py-1">
    <p aria-hidden className="px-3 pt-2 pb-1 text-12 font-semibold text-ink-faint">
      {title}
    </p>
    {failed && (
      <p role="alert" className="px-3 py-1.5 text-13 text-danger">
        Failed to fetch autocomplete results
      </p>
    )}
    {empty !== undefined && <p className="px-3 py-1.5 text-13 text-ink-faint">{empty}</p>}
    {suggestions.map((suggestion) => (
      <div
        key={suggestion.key}
        id={optionId(suggestion)}
        role="option"
        tabIndex={-1}
        aria-selected={active === suggestion.key}
        onPointerMove={() => onHover(suggestion)}
        onClick={() => onChoose(suggestion)}
        onKeyDown={undefined}
        className={cx(
          'flex min-h-control cursor-pointer items-center gap-3 rounded-sm px-3 py-1.5',
          active === suggestion.key && 'bg-sunken',
        )}
      >
        <Icon name={suggestion.icon} size={18} className="text-ink-faint" />
        <span className="min-w-0 flex-1">
          <span
            className={cx('block truncate text-14', suggestion.all === true && 'text-ink-soft')}
          >
            {suggestion.all === true ? (
              suggestion.text
            ) : (
              <Marked text={suggestion.text} term={term} />
            )}
          </span>
          {suggestion.detail !== undefined && suggestion.detail !== '' && (
            <span className="block truncate text-12 text-ink-faint">{suggestion.detail}</span>
          )}
        </span>
        {fromDevice && (
          <span className="flex shrink-0 items-center gap-1 text-12 text-ink-faint">
            <Icon name="mobile" size={14} />
            On this device
          </span>
        )}
      </div>
    ))}
  </div>
)

const Marked = ({ text, term }: { text: string; term: string }) =>
  matchedParts(text, term).map((part) =>
    part.hit ? (
      <mark key={part.at} className="bg-transparent font-semibold text-accent-strong">
        {part.text}
      </mark>
    ) : (
      <span key={part.at}>{part.text}</span>
    ),
  )
