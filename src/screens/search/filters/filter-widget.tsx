import type { Filter } from '../../../../contract/search/filter.ts'
import { LevelTree } from './level-tree.tsx'
import type { CountOf } from './option-count.tsx'
import { OptionList } from './option-list.tsx'
import { OptionSearch } from './option-search.tsx'

export const FilterWidget = ({ filter, countOf }: { filter: Filter; countOf: CountOf }) => {
  switch (filter.kind) {
    case 'bands':
    case 'choice':
    case 'boolean':
      return (
        <OptionList
          identifier={filter.identifier}
          label={filter.label}
          options={filter.options ?? []}
          countOf={countOf}
        />
      )
    case 'levels':
      return <LevelTree filter={filter} countOf={countOf} />
    case 'catalogue':
    case 'text':
    case 'ids':
      return <OptionSearch filter={filter} countOf={countOf} />
  }
}
