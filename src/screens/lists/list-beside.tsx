import { useCallback, useEffect, useRef, type ComponentType, type ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import { links, recordLink } from '../../../contract/links.ts'
import type { Category, CompanyView, PostalAddress } from '../../../contract/records/records.ts'
import { readId } from '../../lib/address.ts'
import { useLayout } from '../../lib/use-media.ts'
import { RecordBeside, type RecordPanelProps } from '../../shared/records/record-beside.tsx'
import { setTrail } from '../../shared/records/trail.ts'
import type { Found } from './found.ts'

export const ListBeside = ({
  category,
  panel,
  children,
}: {
  category: Category
  panel: ComponentType<RecordPanelProps> | undefined
  children: ReactNode
}) => {
  const query = useSearch()
  const [, navigate] = useLocation()
  const open = openIn(query)
  const go = (id: string | null): void => navigate(withOpen(query, id), { replace: true })
  return (
    <div className="flex min-w-0 flex-1">
      <div className="min-w-0 flex-1">{children}</div>
      {open !== null && panel !== undefined && (
        <RecordBeside
          panel={panel}
          category={category}
          id={open}
          onClose={() => {
            const row = document.querySelector(`[data-row="${CSS.escape(open)}"]`)
            go(null)
            if (row instanceof HTMLElement) row.focus()
          }}
          onStep={go}
        />
      )}
    </div>
  )
}

/** Opens a record of a list: beside it in a wide window, otherwise on its own address. The function is stable, because a new one re-renders every row. */
export const useOpenRecord = (
  category: Category,
  found: Found,
  beside: boolean,
  locate: (company: CompanyView) => PostalAddress | undefined,
): ((id: string) => void) => {
  const [, navigate] = useLocation()
  const query = useSearch()
  const desk = useLayout() === 'desk'
  const latest = useRef({ category, found, beside: beside && desk, query, navigate, locate })
  useEffect(() => {
    latest.current = { category, found, beside: beside && desk, query, navigate, locate }
  })
  return useCallback((id) => {
    const { category, found, beside, query, navigate, locate } = latest.current
    setTrail({ category, ...loadedAround(found, id), total: found.total ?? 0, locate })
    if (beside) navigate(withOpen(query, id), { replace: openIn(query) !== null })
    else navigate(recordLink(category, id))
  }, [])
}

export const openIn = (query: string): string | null => readId(new URLSearchParams(query), 'open')

export const withOpen = (query: string, open: string | null): string => {
  const params = new URLSearchParams(query)
  if (open === null) params.delete('open')
  else params.set('open', open)
  return `${links.lists()}?${params.toString()}`
}

const loadedAround = (
  { ids, at, total }: Found,
  id: string,
): { ids: readonly string[]; first: number } => {
  if (ids !== null) return { ids, first: 0 }
  let first = 0
  let run: string[] = []
  for (let index = 0; index < (total ?? 0); index += 1) {
    const loaded = at(index)?.id
    if (loaded !== undefined) {
      if (run.length === 0) first = index
      run.push(loaded)
    } else if (run.includes(id)) break
    else run = []
  }
  return { ids: run, first }
}
