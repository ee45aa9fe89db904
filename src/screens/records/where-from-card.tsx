import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { PersonView } from '../../../contract/records/records.ts'
import { useOffline } from '../../lib/connectivity.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useApi } from '../../lib/use-api.ts'
import { useMinute } from '../../ui/as-of.tsx'
import { Button } from '../../ui/button.tsx'
import { whereFrom, whereFromText } from './where-from.ts'

/** The answer for a person who asks where their number comes from, to read out, print or save. */
export const WhereFromCard = ({ person }: { person: PersonView }) => {
  const [open, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="flex min-h-control cursor-pointer list-none items-center text-13 text-ink-faint underline decoration-dotted underline-offset-4 hover:text-ink [&::-webkit-details-marker]:hidden">
        “Where did you get my number?”
      </summary>
      {open && <Answer person={person} />}
    </details>
  )
}

const Answer = ({ person }: { person: PersonView }) => {
  const api = useApi()
  const now = useMinute()
  const offline = useOffline()
  const { data, isPending } = useQuery({
    queryKey: ['disclosures', person.id],
    queryFn: ({ signal }) => api.disclosures({ id: person.id }, { signal }),
  })
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    if (!printing) return undefined
    const end = (): void => setPrinting(false)
    addEventListener('afterprint', end)
    print()
    return () => removeEventListener('afterprint', end)
  }, [printing])
  const parts = whereFrom(person, data ?? (isPending && !offline ? 'loading' : 'unavailable'), now)
  const save = (): void =>
    saveFile(
      `fieldbook-sources-${person.id}.txt`,
      [whereFromText(person.name, parts, now)],
      'text/plain;charset=utf-8',
    )
  return (
    <div
      {...(printing && { 'data-print': true })}
      className="flex flex-col gap-3 rounded-md border border-line bg-card p-4"
    >
      <p className="hidden text-16 font-semibold print:block">
        Where Fieldbook got the details of {person.name}
      </p>
      {parts.map(({ title, lines }) => (
        <div key={title}>
          <h3 className="text-13 font-medium">{title}</h3>
          <ul className="text-13 text-ink-soft">
            {lines.map((line) => (
              <li key={line} className="wrap-anywhere">
                {line}
              </li>
            ))}
          </ul>
        </div>
      ))}
      <div className="flex gap-2 print:hidden">
        <Button onClick={save} icon="download">
          Save
        </Button>
        <Button onClick={() => setPrinting(true)}>Print</Button>
      </div>
    </div>
  )
}
