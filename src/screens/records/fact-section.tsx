import type { ReactNode } from 'react'
import type { Company, Person } from '../../../contract/records/records.ts'
import { Section } from '../../ui/section.tsx'
import { FactRow } from './fact-row.tsx'
import { Fold } from './fold.tsx'
import { isKnown, type Section as Facts } from './facts.ts'
import { mainSource, SourceLine } from './source-line.tsx'

/** Facts under a heading, with `before` above them, a chart or a list, and `after` below. `folded` closes them behind the heading. */
export const FactSection = ({
  record,
  section: { title, facts },
  before,
  after,
  folded = false,
}: {
  record: Company | Person
  section: Facts
  before?: ReactNode
  after?: ReactNode
  folded?: boolean
}) => {
  const known = facts.filter(isKnown)
  const main = mainSource(record, known)
  const content = (
    <>
      {before}
      {known.length > 0 && (
        <dl>
          {known.map((fact) => (
            <FactRow key={fact.label} record={record} fact={fact} main={main} />
          ))}
        </dl>
      )}
      <Unknown facts={facts.filter((fact) => !isKnown(fact))} />
      <SourceLine record={record} facts={known} />
      {after}
    </>
  )
  return folded ? (
    <Fold title={title} count={known.length}>
      {content}
    </Fold>
  ) : (
    <Section title={title}>{content}</Section>
  )
}

const Unknown = ({ facts }: { facts: Facts['facts'] }) =>
  facts.length > 0 && (
    <p className="max-w-text pt-2 text-13 text-ink-faint">
      Not known: {facts.map(({ label }) => label).join(', ')}
    </p>
  )
