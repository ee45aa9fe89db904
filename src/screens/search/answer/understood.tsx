import { useState } from 'react'
import type { PromptAnswer } from '../../../../contract/search/prompt.ts'
import type { Category } from '../../../../contract/records/records.ts'
import { maxPrompt } from '../../../../contract/constants.ts'
import { formatCount, formatNumber, formatRecords } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { filtersInUse, holdsMore } from '../criteria-edit.ts'
import { useLabels } from '../option-queries.ts'
import { useTotals } from '../queries.ts'
import { useSearchHandle } from '../search-context.ts'
import { withCriteria } from '../search-state.ts'
import { NotUnderstood } from './not-understood.tsx'
import { PieceChips } from './piece-chips.tsx'
import { endPrompt, queryLineId } from '../prompt/prompt-state.ts'
import { mergePrompt, replaceCriteria, buildCriteria } from './merge-prompt.ts'

export const Understood = ({
  text,
  answer,
  category,
  onCancel,
}: {
  text: string
  answer: PromptAnswer
  category: Category
  onCancel: () => void
}) => {
  const { state, change } = useSearchHandle()
  const [out, setOut] = useState<ReadonlySet<number>>(new Set())
  const now = state.criteria
  const described = buildCriteria(answer, out)
  const replaced = replaceCriteria(now, described)
  const added = mergePrompt(now, described)
  const nothing = filtersInUse(described).size === 0
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
    document.getElementById(queryLineId)?.focus({ preventScroll: true })
  }
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!nothing) apply(replaced, text)
      }}
    >
      <PieceChips
        answer={answer}
        out={out}
        category={category}
        labels={labels}
        onRemove={(index) => setOut(new Set([...out, index]))}
      />
      <NotUnderstood terms={answer.unsupported} />
      {nothing && <p className="text-13 text-ink-soft">No filters left</p>}
      <p role="status" className="sr-only">
        {spoken(answer, out, total, category)}
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="sm" variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        {mayAdd && (
          <Button size="sm" onClick={() => apply(added, joined(state.prompt, text))}>
            Add to current filters
            {totalAdded !== undefined && (
              <span className="tabular font-normal text-ink-faint">{formatNumber(totalAdded)}</span>
            )}
          </Button>
        )}
        <Button
          size="sm"
          type="submit"
          variant="primary"
          disabledReason={nothing ? 'No filters left' : undefined}
        >
          <span className="tabular">
            {total === undefined || nothing ? 'Apply' : `Apply, ${formatRecords(total, category)}`}
          </span>
        </Button>
      </div>
    </form>
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

const joined = (before: string | null, text: string): string => {
  const both = before === null ? text : `${before}; ${text}`
  return both.length > maxPrompt ? text : both
}
