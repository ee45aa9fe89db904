import type { ReactNode } from 'react'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { preloadSheet } from '../../../ui/sheet.tsx'
import { filtersInUse } from '../criteria-edit.ts'
import { panel } from '../panel-state.ts'
import { useSearchHandle } from '../search-context.ts'

/** Opens the filter sheet and shows how many filters are in use; `tour` is the anchor of a tour step. */
export const FiltersButton = ({ tour, children }: { tour?: string; children: ReactNode }) => {
  const { state } = useSearchHandle()
  const used = filtersInUse(state.criteria).size
  return (
    <Button
      size="sm"
      icon="filter"
      data-tour={tour}
      onPointerEnter={preloadSheet}
      onClick={() => {
        panel.sheet = true
      }}
    >
      {children}
      {used > 0 && (
        <Badge tone="accent">
          {used}
          <span className="sr-only"> in use</span>
        </Badge>
      )}
    </Button>
  )
}
