import type { FilterOption } from '../../../../contract/search/search.ts'
import { FilterMark } from '../../../ui/checkbox.tsx'
import { markOf, withMark } from '../criteria-edit.ts'
import { useSearchHandle } from '../search-context.ts'
import { OptionCount, type CountOf } from './option-count.tsx'

export const OptionRow = ({
  identifier,
  option,
  countOf,
  hasChosenBelow = false,
  detail,
  className,
}: {
  identifier: string
  option: FilterOption
  countOf: CountOf
  hasChosenBelow?: boolean
  detail?: string | undefined
  className?: string
}) => {
  const { state, edit } = useSearchHandle()
  const mark = markOf(state.criteria, identifier, option.value)
  return (
    <FilterMark
      label={option.label}
      detail={detail}
      className={className}
      state={mark ?? 'none'}
      mixed={mark === null && hasChosenBelow}
      onStateChange={(next) =>
        edit((criteria) =>
          withMark(criteria, identifier, option.value, next === 'none' ? null : next),
        )
      }
      count={<OptionCount mark={mark} count={countOf(option.value)} />}
    />
  )
}
