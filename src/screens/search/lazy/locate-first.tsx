import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { links } from '../../../../contract/links.ts'
import { locate, mayLocate } from '../../../shared/position/locate.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { Spinner } from '../../../ui/spinner.tsx'

/** A search near the user, whose position is unknown after a reload or from a link. */
export const LocateFirst = ({ query }: { query: string }) => {
  const [, navigate] = useLocation()
  const [busy, setBusy] = useState(mayLocate)
  const [trouble, setTrouble] = useState<string | null>(null)
  const find = async (): Promise<void> => {
    setBusy(true)
    const found = await locate()
    setBusy(false)
    if (typeof found === 'string') setTrouble(found)
  }
  const latest = useRef(find)
  useEffect(() => {
    if (mayLocate()) void latest.current()
  }, [])
  const searchEverywhere = (): void => {
    const params = new URLSearchParams(query)
    params.delete('near')
    params.delete('within')
    navigate(`${links.newSearch()}?${params.toString()}`, { replace: true })
  }
  return (
    <>
      <h1 className="sr-only">Search</h1>
      <EmptyState
        title="This search is near you"
        action={
          <span className="flex flex-wrap justify-center gap-2">
            <Button variant="primary" busy={busy} onClick={() => void find()}>
              Use my location
            </Button>
            <Button onClick={searchEverywhere}>Search everywhere</Button>
          </span>
        }
      >
        <p>We send your location rounded to about 1 km. We never store it.</p>
        {busy && <Spinner />}
        <FormError>{trouble}</FormError>
      </EmptyState>
    </>
  )
}
