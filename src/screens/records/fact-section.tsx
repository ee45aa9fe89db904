import type { ReactNode } from 'react'
import type { Company, Person } from '../../../contract/records/records.ts'
import { Section } from '../../ui/section.tsx'
import { FactRow } from './fact-row.tsx'
import type { Section as Facts } from './facts.ts'

/** A group of facts under its heading; `before` stands above them: a picture, a list. */
export const FactSection = ({
  record,
  section,
  before,
}: {
  record: Company | Person
  section: Facts
  before?: ReactNode
}) => (
  <Section title={section.title}>
    {before}
    <dl>
      {section.facts.map((fact) => (
        <FactRow key={fact.label} record={record} fact={fact} />
      ))}
    </dl>
  </Section>
)
