import { useEffect, useId, type ReactNode } from 'react'
import { useSearchParams } from 'wouter'
import { TabPanel, Tabs, type Tab } from '../../ui/tabs.tsx'

/** The parts of a full view as tabs (`?tab=`, by default the first); only the chosen one is rendered. */
export const RecordTabs = <Id extends string>({
  label,
  tabs,
  children,
}: {
  label: string
  tabs: readonly Tab<Id>[]
  children: (tab: Id) => ReactNode
}) => {
  const group = useId()
  const [params, setParams] = useSearchParams()
  const requestedTab = params.get('tab')
  const selected = (tabs.find(({ id }) => id === requestedTab) ?? tabs[0])?.id
  useEffect(() => {
    // Eight tabs are wider than a phone, and rotating a tablet keeps the scroll position of the row.
    const show = (): void => centre(document.getElementById(`${group}-tab-${selected}`))
    show()
    addEventListener('resize', show)
    return () => removeEventListener('resize', show)
  }, [group, selected])
  if (selected === undefined) return null
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <Tabs
        group={group}
        label={label}
        tabs={tabs}
        selected={selected}
        onSelect={(id) =>
          // Replaces the entry, so that 'Back' leaves the record instead of walking through tabs.
          setParams(
            (now) => {
              const next = new URLSearchParams(now)
              if (id === tabs[0]?.id) next.delete('tab')
              else next.set('tab', id)
              return next
            },
            { replace: true },
          )
        }
        className="-mx-4 -mt-3 border-b border-line px-4 sm:mx-0 sm:px-0"
      />
      <TabPanel group={group} id={selected} className="min-w-0">
        {children(selected)}
      </TabPanel>
    </div>
  )
}

/** Within its row. Chromium would start the Tab key at an element that `scrollIntoView` has shown. */
const centre = (tab: HTMLElement | null): void => {
  const row = tab?.parentElement
  if (!tab || !row) return
  const middleOf = (element: HTMLElement): number => {
    const { left, width } = element.getBoundingClientRect()
    return left + width / 2
  }
  row.scrollLeft += middleOf(tab) - middleOf(row)
}
