import type { ReactNode } from 'react'
import { Section } from '../../ui/section.tsx'

/** A titled list; without rows it says `empty`. */
export const Rows = <Item,>({
  title,
  empty,
  items,
  children,
}: {
  title: string
  empty: string
  items: readonly Item[]
  children: (item: Item) => ReactNode
}) => (
  <Section title={title}>
    {items.length === 0 ? (
      <p className="text-14 text-ink-soft">{empty}</p>
    ) : (
      <ul className="flex flex-col divide-y divide-line rounded-md border border-line bg-card">
        {items.map(children)}
      </ul>
    )}
  </Section>
)

export const Row = ({
  name,
  badge,
  note,
}: {
  name: string
  badge?: ReactNode
  note: ReactNode
}) => (
  <li className="px-4 py-3 text-14">
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="font-medium wrap-anywhere">{name}</span>
      {badge}
    </span>
    <span className="tabular block text-13 text-ink-soft wrap-anywhere">{note}</span>
  </li>
)
