import { useId, useState, type ReactElement } from 'react'
import { formatNumber } from '../../lib/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'

const first = 100

export const Section = ({
  title,
  lead,
  rows,
}: {
  title: string
  lead: string
  rows: readonly ReactElement[]
}) => {
  const id = useId()
  const [whole, setWhole] = useState(false)
  if (rows.length === 0) return null
  const shown = whole ? rows : rows.slice(0, first)
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="flex items-center gap-2 text-16 font-semibold">
        {title} <Badge>{formatNumber(rows.length)}</Badge>
      </h2>
      <p className="mt-0.5 text-14 text-ink-soft">{lead}</p>
      <ul className="mt-3 flex flex-col divide-y divide-line rounded-md border border-line bg-card">
        {shown}
      </ul>
      {shown.length < rows.length && (
        <Button className="mt-3" onClick={() => setWhole(true)}>
          Show all {formatNumber(rows.length)}
        </Button>
      )}
    </section>
  )
}
