import { useState } from 'react'
import type { Filter } from '../../../../contract/search/filter.ts'
import type { FilterOption } from '../../../../contract/search/search.ts'
import { IconButton } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Delayed, Skeleton } from '../../../ui/skeleton.tsx'
import { useLevel, useOptionsTrouble, type OptionCountry } from '../option-queries.ts'
import { useSearchHandle } from '../search-context.ts'
import type { CountOf } from './option-count.tsx'
import { OptionRow } from './option-row.tsx'
import { OptionsTrouble } from './options-trouble.tsx'
import { useLooking } from './use-looking.ts'
import { ShowMore } from './show-more.tsx'

/** The first level reserves the height of ten options and 'Show more', so that the filters below do not move. */
export const LevelBranch = ({
  filter,
  parent,
  depth,
  country,
  countOf,
  above,
}: {
  filter: Filter
  parent: string | undefined
  depth: number
  country: OptionCountry
  countOf: CountOf
  above: ReadonlySet<string>
}) => {
  const level = useLevel(filter.identifier, parent, country)
  const options = level.data?.pages.flatMap((page) => page.records) ?? []
  useLooking(
    filter.identifier,
    options.map((option) => option.value),
    parent,
  )
  const { state } = useSearchHandle()
  // Ticking options that must all match changes their counts: they would move under the pointer.
  const moves = state.criteria.operators[filter.identifier] !== 'AND'
  const ordered = moves
    ? options.toSorted((x, y) => (countOf(y.value) ?? -1) - (countOf(x.value) ?? -1))
    : options
  const trouble = useOptionsTrouble(level)
  if (trouble && level.data === undefined)
    return (
      <div className={cx(depth > 0 && 'ml-4 border-l border-line pl-1')}>
        <OptionsTrouble />
      </div>
    )
  if (level.isPending)
    return (
      <div className={cx(depth === 0 && 'h-[calc(var(--spacing-control)*10+2rem)]')}>
        <Delayed>
          <span className="flex flex-col gap-3 p-2">
            <Skeleton className="w-40" />
            <Skeleton className="w-28" />
            <Skeleton className="w-36" />
          </span>
        </Delayed>
      </div>
    )
  return (
    <ul className={cx(depth > 0 && 'ml-4 border-l border-line pl-1')}>
      {ordered.map((option) => (
        <Node key={option.value} {...{ filter, option, depth, country, countOf, above }} />
      ))}
      {trouble && (
        <li>
          <OptionsTrouble />
        </li>
      )}
      {level.hasNextPage && (
        <li>
          <ShowMore options={level} trouble={trouble} />
        </li>
      )}
    </ul>
  )
}

const Node = ({
  filter,
  option,
  depth,
  country,
  countOf,
  above,
}: {
  filter: Filter
  option: FilterOption
  depth: number
  country: OptionCountry
  countOf: CountOf
  above: ReadonlySet<string>
}) => {
  const [open, setOpen] = useState(false)
  const opens = option.hasChildren === true && depth + 1 < (filter.levels ?? 1)
  return (
    <li>
      <div className="flex items-center">
        {opens ? (
          <IconButton
            icon={open ? 'chevron-down' : 'chevron-right'}
            iconSize={16}
            size="sm"
            label={`${open ? 'Close' : 'Open'} ${option.label}`}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="pointer-fine:w-6"
          />
        ) : (
          <span className="w-control shrink-0 pointer-fine:w-6" />
        )}
        <OptionRow
          identifier={filter.identifier}
          option={option}
          countOf={countOf}
          hasChosenBelow={above.has(option.value)}
          className="min-w-0 flex-1"
        />
      </div>
      {open && (
        <LevelBranch
          filter={filter}
          parent={option.value}
          depth={depth + 1}
          country={country}
          countOf={countOf}
          above={above}
        />
      )}
    </li>
  )
}
