import { useState } from 'react'
import { criteriaFor } from '../../../../contract/search/criteria.ts'
import type { PromptAnswer } from '../../../../contract/search/prompt.ts'
import type { Category } from '../../../../contract/records/records.ts'
import { maxPrompt } from '../../../../contract/search/criteria.ts'
import { querySentence, sentenceParts } from '../../../../contract/search/sentence.ts'
import { formatCount, formatNumber, formatRecords } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { filtersInUse } from '../criteria-edit.ts'
import { useLabels } from '../option-queries.ts'
import { panel } from '../panel-state.ts'
import { useTotals } from '../queries.ts'
import { useSearchHandle } from '../search-context.ts'
import { withCriteria } from '../search-state.ts'
import { NotUnderstood } from './not-understood.tsx'
import { PieceChips } from './piece-chips.tsx'
import { endPrompt } from './prompting.ts'
import { addedTo, holdsMore, replacedBy, toldBy } from './told.ts'

/** What the words mean as chips to look over, the search they would make with its total, and the way to apply them. */
export const Understood = ({
  words,
  answer,
  category,
  onCancel,
}: {
  words: string
  answer: PromptAnswer
  category: Category
  onCancel: () => void
}) => {
  const { state, change } = useSearchHandle()
  const [out, setOut] = useState<ReadonlySet<number>>(new Set())
  const now = state.criteria
  const told = toldBy(answer, out)
  const replaced = replacedBy(now, told)
  const added = addedTo(now, told)
  const nothing = filtersInUse(told).size === 0
  const mayAdd = !nothing && holdsMore(now)
  const [total, totalAdded] = useTotals(category, [
    ...(nothing ? [] : [replaced]),
    ...(mayAdd ? [added] : []),
  ])
  const labels = useLabels(replaced)
  const apply = (criteria: typeof now, prompt: string): void => {
    change((before) => ({
      ...withCriteria(before, criteria),
      tab: category,
      open: null,
      prompt,
    }))
    endPrompt()
    panel.sheet = false
  }
  return (
    <>
      <PieceChips
        answer={answer}
        out={out}
        category={category}
        labels={labels}
        onRemove={(index) => setOut(new Set([...out, index]))}
      />
      <NotUnderstood words={answer.unsupported} />
      {nothing ? (
        <p className="text-13 text-ink-soft">No filters left</p>
      ) : (
        <div aria-label="Your search" role="group" className="flex flex-col gap-0.5">
          <p className="text-13 text-ink-soft">
            {querySentence(sentenceParts(criteriaFor(replaced, category), category, labels))}
            {replaced.metadata.radiusKm !== undefined &&
              `, within ${replaced.metadata.radiusKm} km`}
          </p>
          <p className="tabular text-14 font-semibold">
            {total === undefined ? (
              <Skeleton className="my-1 w-24" />
            ) : (
              formatRecords(total, category)
            )}
          </p>
        </div>
      )}
      <p role="status" className="sr-only">
        {spoken(answer, out, total, category)}
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="sm" variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        {mayAdd && (
          <Button size="sm" onClick={() => apply(added, joined(state.prompt, words))}>
            Add to current filters
            {totalAdded !== undefined && (
              <span className="tabular font-normal text-ink-faint">{formatNumber(totalAdded)}</span>
            )}
          </Button>
        )}
        <Button
          size="sm"
          variant="primary"
          disabledReason={nothing ? 'No filters left' : undefined}
          onClick={() => apply(replaced, words)}
        >
          Apply
        </Button>
      </div>
    </>
  )
}

const spoken = (
  { explain, unsupported }: PromptAnswer,
  out: ReadonlySet<number>,
  total: number | undefined,
  category: Category,
): string => {
  const understood = formatCount(explain.length - out.size, 'filter', 'filters')
  const missed =
    unsupported.length === 0
      ? ''
      : ` Not understood: ${formatCount(unsupported.length, 'word', 'words')}.`
  return `${understood} understood.${missed}${total === undefined ? '' : ` ${formatRecords(total, category)}.`}`
}

/** Both descriptions of a search that was told in two, as far as they fit. */
const joined = (before: string | null, words: string): string => {
  const both = before === null ? words : `${before}; ${words}`
  return both.length > maxPrompt ? words : both
}
