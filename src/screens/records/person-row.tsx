import { Link } from 'wouter'
import { links } from '../../../contract/links.ts'
import type { PersonView } from '../../../contract/records/records.ts'
import { RevealButton } from '../../shared/credits/reveal-button.tsx'
import { dncOf, isListed } from '../../shared/do-not-call/do-not-call.ts'
import { LeftMark } from '../../shared/records/left-mark.tsx'
import { isMasked } from '../../shared/unlocks/masked.ts'
import { Monogram } from '../../ui/monogram.tsx'
import { Call } from './record-actions.tsx'

export const PersonRow = ({ person, as = null }: { person: PersonView; as?: string | null }) => {
  const number = person.mobile?.value ?? person.direct_phone?.value
  return (
    <li className="flex min-h-14 items-center gap-3 border-b border-line py-1 last:border-b-0">
      <Monogram id={person.id} name={person.name} size="lg" />
      <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3">
        <Link
          href={links.person(person.id)}
          className="flex min-h-control min-w-0 flex-1 basis-44 flex-col justify-center rounded-sm hover:underline"
        >
          <span className="truncate text-14 font-medium">{person.name}</span>
          <span className="truncate text-13 text-ink-soft">
            {[person.position, as].filter((part) => part !== null).join(' · ')}
          </span>
          {person.left && <LeftMark left={person.left} />}
          {isListed(person) && <span className="text-12 font-medium text-danger">Do not call</span>}
        </Link>
        {number !== undefined ? (
          <span className="flex w-20 shrink-0 @container">
            <Call name={person.name} number={number} dnc={dncOf(person)} />
          </span>
        ) : (
          isMasked(person) && <RevealButton category="people" record={person} size="sm" />
        )}
      </span>
    </li>
  )
}
