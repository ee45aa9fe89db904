import type { ReactNode } from 'react'
import type { Company, Person } from '../../../contract/records/records.ts'
import { Section } from '../../ui/section.tsx'
import { FactRow } from './fact-row.tsx'
import type { Section as Facts } from './facts.ts'

/** Facts under a heading, with `before` above them: a chart or a list. */
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
