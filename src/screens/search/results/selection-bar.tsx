import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { useSearchHandle } from '../search-context.ts'
import { useSelection } from '../selection.ts'

const Bar = lazyComponent(() => import('../lazy/selection-bar.tsx').then((m) => m.SelectionBar))

/** Actions for the selected rows. Their code loads with the first selection. */
export const SelectionBar = ({ total }: { total: number | undefined }) =>
  useSelection(useSearchHandle().state).count > 0 && <Bar total={total} />
