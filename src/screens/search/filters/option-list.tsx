import { useState } from 'react'
import type { Option } from '../../../../contract/search/bands.ts'
import { Button } from '../../../ui/button.tsx'
import { FilterMark } from '../../../ui/checkbox.tsx'
import { markOf, withMark } from '../criteria-edit.ts'
import { useSearchHandle } from '../search-context.ts'
import { OptionCount, type CountOf } from './option-count.tsx'
import { useArrowKeys } from './use-arrow-keys.ts'

const shortList = 9

export const OptionList = ({
  identifier,
  label,
  options,
  countOf,
}: {
  identifier: string
  label: string
  options: readonly Option[]
  countOf: CountOf
}) => {
  const { state, edit } = useSearchHandle()
  const [all, setAll] = useState(false)
  const arrows = useArrowKeys()
  const shown =
    all || options.length <= shortList
      ? options
      : options.filter(
          (option, index) =>
            index < shortList - 1 || markOf(state.criteria, identifier, option.value) !== null,
        )
  return (
    <div ref={arrows} role="group" aria-label={label}>
      {shown.map((option) => {
        const mark = markOf(state.criteria, identifier, option.value)
        return (
          <FilterMark
            key={option.value}
            label={option.label}
            state={mark ?? 'none'}
            onStateChange={(next) =>
              edit((criteria) =>
                withMark(criteria, identifier, option.value, next === 'none' ? null : next),
              )
            }
            count={<OptionCount mark={mark} count={countOf(option.value)} />}
          />
        )
      })}
      {options.length > shortList && (
        <Button variant="quiet" size="sm" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show all ${options.length}`}
        </Button>
      )}
    </div>
  )
}
