import { useSnapshot } from 'valtio'
import type { Category } from '../../../../contract/records/records.ts'
import { formatRecords, nounOf } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { panel } from '../panel-state.ts'
import { useSearchHandle } from '../search-context.ts'
import type { LiveCount } from '../use-live-counts.ts'
import { FilterPanel, PanelActions } from './filter-panel.tsx'

/** The filters below 1024 px: a sheet on a phone, a drawer on a tablet, with the live total on its button. */
export const FilterSheet = ({
  total,
  liveCount,
}: {
  total: number | undefined
  liveCount: LiveCount
}) => {
  const { sheet } = useSnapshot(panel)
  const { state } = useSearchHandle()
  const close = (open: boolean): void => {
    panel.sheet = open
  }
  return (
    <Sheet
      open={sheet}
      onOpenChange={close}
      title="Filters"
      side="full"
      actions={<PanelActions />}
      footer={
        <Button variant="primary" onClick={() => close(false)}>
          {`Show ${shownTotal(total, state.tab)}`}
        </Button>
      }
    >
      <FilterPanel liveCount={liveCount} />
    </Sheet>
  )
}

const shownTotal = (total: number | undefined, tab: Category): string =>
  total === undefined ? `the ${nounOf(tab, 0)}` : formatRecords(total, tab)
