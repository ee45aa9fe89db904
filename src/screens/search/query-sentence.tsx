import { criteriaFor } from '../../../contract/search/criteria.ts'
import { filterOf } from '../../../contract/search/filters.ts'
import { sentenceParts } from '../../../contract/search/sentence.ts'
import { cx } from '../../ui/cx.ts'
import { filterSectionId, revealFilter } from './panel-state.ts'
import { useLabels } from './option-queries.ts'
import { useSearchHandle } from './search-context.ts'

/** The criteria in plain English; a press on a part opens its filter. */
export const QuerySentence = () => {
  const { state } = useSearchHandle()
  const labels = useLabels(state.criteria)
  const parts = sentenceParts(criteriaFor(state.criteria, state.tab), state.tab, labels)
  const [subject, ...rest] = parts
  return (
    <p className="max-w-text text-14 leading-6 text-ink-soft" aria-label="Search summary">
      {rest.length === 0 ? `All ${subject?.text.toLowerCase() ?? ''}` : subject?.text}{' '}
      {rest.map((part, index) => {
        const { identifier, text } = part
        const after = index < rest.length - 1 ? ', ' : ''
        if (identifier === undefined) return text + after
        return (
          <span key={`${identifier} ${String(part.excluded)}`}>
            <a
              href={`#${filterSectionId(identifier)}`}
              onClick={(event) => {
                event.preventDefault()
                revealFilter(identifier, filterOf(identifier)?.group)
              }}
              className={cx(
                'rounded-[4px] underline decoration-line-strong decoration-dotted underline-offset-4 hover:decoration-accent hover:decoration-solid',
                part.excluded === true ? 'text-danger' : 'font-medium text-ink',
              )}
            >
              {text}
            </a>
            {after}
          </span>
        )
      })}
    </p>
  )
}
