import { useSnapshot } from 'valtio'
import { sourcesFlag } from '../../contract/org/sources.ts'
import { useIdentity } from '../session/use-identity.ts'
import { useFlag } from '../shared/members/features.ts'
import { cx } from '../ui/cx.ts'
import { Icon } from '../ui/icon.tsx'
import { IconButton } from '../ui/button.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { useOpenedOnce } from '../ui/opened-once.ts'
import { allDestinations } from './navigation.ts'
import { quickSearch } from './quick-search-state.ts'
import { preload } from '../ui/preload.ts'

const load = () => import('../screens/quick-search/quick-search.tsx')
const QuickSearch = lazyComponent(() => load().then((m) => m.QuickSearch))

/** Opens quick search: a field's looks from 640 px, a picture on a phone. Its code loads with the first use. */
export const QuickSearchSlot = ({ layout }: { layout: 'phone' | 'tablet' | 'desk' }) => {
  const { open, term } = useSnapshot(quickSearch)
  const { role } = useIdentity()
  const operates = useFlag(sourcesFlag) === true
  const setOpen = (next: boolean): void => {
    quickSearch.open = next
    quickSearch.term = ''
  }
  const show = (): void => setOpen(true)
  const warm = { onPointerEnter: () => preload(load), onFocus: () => preload(load) }
  return (
    <>
      {layout === 'phone' ? (
        <IconButton icon="search" label="Quick search" onClick={show} />
      ) : (
        <button
          type="button"
          onClick={show}
          {...warm}
          className={cx(
            'flex h-control w-full max-w-100 min-w-0 items-center gap-2.5 rounded-sm border border-line bg-card px-3 text-left text-14 text-ink-faint transition-colors hover:border-line-strong',
          )}
        >
          <Icon name="search" size={18} />
          <span className="min-w-0 flex-1 truncate">Find a company or person</span>
          <span className="pointer-coarse:hidden" aria-hidden>
            <Kbd>/</Kbd>
          </span>
        </button>
      )}
      {useOpenedOnce(open) && (
        <QuickSearch
          open={open}
          start={term}
          onOpenChange={setOpen}
          destinations={allDestinations(role, operates)}
        />
      )}
    </>
  )
}
