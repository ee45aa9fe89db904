import type { Filter } from '../../../../contract/search/filter.ts'
import { valueLabel } from '../../../../contract/search/filters.ts'
import type { FilterOption } from '../../../../contract/search/search.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import { useOptions, useOptionsTrouble, type OptionCountry } from '../option-queries.ts'
import type { CountOf } from './option-count.tsx'
import { OptionRow } from './option-row.tsx'
import { OptionsTrouble } from './options-trouble.tsx'
import { ShowMore } from './show-more.tsx'
import { useLooking } from './use-looking.ts'
import { useLate } from '../../../lib/use-late.ts'

export const LevelMatches = ({
  filter,
  term,
  country,
  countOf,
}: {
  filter: Filter
  term: string
  country: OptionCountry
  countOf: CountOf
}) => {
  const { identifier } = filter
  const options = useOptions(identifier, term, country)
  const found = options.data?.pages.flatMap((page) => page.records) ?? []
  const slow = useLate(options.isFetching && found.length === 0, 150)
  useLooking(
    identifier,
    found.map((option) => option.value),
  )
  const trouble = useOptionsTrouble(options)
  if (trouble && (options.data === undefined || options.isPlaceholderData))
    return <OptionsTrouble />
  return (
    <>
      {slow && <Spinner size={16} label="Searching" className="m-2" />}
      {found.map((option) => (
        <OptionRow
          key={option.value}
          identifier={identifier}
          option={option}
          detail={above(filter, option)}
          countOf={countOf}
        />
      ))}
      <p role="status" className="px-2 text-13 text-ink-faint empty:hidden">
        {options.isSuccess && !options.isPlaceholderData && found.length === 0 ? 'No matches' : ''}
      </p>
      {trouble && <OptionsTrouble />}
      <ShowMore options={options} trouble={trouble} />
    </>
  )
}

const above = (filter: Filter, option: FilterOption): string | undefined =>
  option.parent === undefined ? undefined : `in ${valueLabel(filter, option.parent)}`
