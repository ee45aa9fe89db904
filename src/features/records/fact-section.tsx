import type { ReactNode } from 'react'
import type { Company, Person } from '../../../contract/records.ts'
import { FactRow } from './fact-row.tsx'
import type { Section } from './facts.ts'

/** A group of facts under its heading; `before` stands above them: a picture, a list. */
export const FactSection = ({
  record,
  section,
  before,
}: {
  record: Company | Person
  section: Section
  before?: ReactNode
}) => (
  <RecordSection id={section.id} title={section.title}>
    {before}
    <dl>
      {section.facts.map((fact) => (
        <FactRow key={fact.label} record={record} fact={fact} />
      ))}
    </dl>
  </RecordSection>
)

/** A titled part of a record's view, as wide as it may be. */
export const RecordSection = ({
  id,
  title,
  aside,
  children,
}: {
  id: string
  title: string
  aside?: ReactNode
  children: ReactNode
}) => (
  <section aria-labelledby={`record-${id}`} className="@container scroll-mt-20">
    <div className="flex items-baseline justify-between gap-4 pb-1">
      <h2 id={`record-${id}`} className="text-16 font-semibold">
        {title}
      </h2>
      {aside}
    </div>
    {children}
  </section>
)
