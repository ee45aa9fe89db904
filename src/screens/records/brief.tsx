import { useQuery } from '@tanstack/react-query'
import type { CompanyView } from '../../../contract/records/records.ts'
import type { Signal } from '../../../contract/signals/signals.ts'
import { intelligenceQuery } from '../../shared/account-fit/intelligence.ts'
import { useApi } from '../../lib/use-api.ts'
import { useMinute } from '../../ui/as-of.tsx'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/section.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { ageOf } from '../../shared/records/age.ts'
import { briefText, factsOf, happenedAt } from './brief-text.ts'
import type { Change } from './changes.ts'
import { sourceOf } from './facts.ts'
import { figuresOf } from './figures.ts'
import { openerOf } from './opener.ts'
import type { ToCall } from '../../shared/account-fit/to-call.ts'
import { SourceLine } from './source-line.tsx'

/** A company in numbers, and an opening line; copied as text with facts, reasons and people. */
export const Brief = ({
  company,
  people,
  signals,
  changes,
}: {
  company: CompanyView
  people: readonly ToCall[]
  signals: readonly Signal[]
  changes: readonly Change[]
}) => {
  const now = useMinute()
  const { data } = useQuery(intelligenceQuery(useApi()))
  const figures = figuresOf(company)
  if (data === undefined && figures.length === 0) return null
  const opener =
    data &&
    openerOf(data.config, {
      company: company.name,
      person: people[0]?.person.first_name,
      // A fact last seen half a year ago is not news.
      changes: changes.filter(
        ({ field }) => ageOf(sourceOf(company, field)?.seen_at, now) !== 'stale',
      ),
    })
  const copy = async (): Promise<void> => {
    const parts = {
      facts: factsOf(company),
      happened: happenedAt(signals),
      changes,
      people,
      opener,
    }
    try {
      await navigator.clipboard.writeText(briefText(company, parts))
      showToast({ title: 'Brief copied' })
    } catch {
      showToast({ title: 'We couldn’t copy the brief', tone: 'danger' })
    }
  }
  return (
    <Section
      title="Brief"
      aside={
        <Button size="sm" variant="quiet" icon="copy" onClick={() => void copy()}>
          Copy brief
        </Button>
      }
    >
      {figures.length > 0 && (
        <dl className="mt-1 flex flex-wrap overflow-hidden rounded-md border border-line bg-card">
          {figures.map(({ label, value, note }) => (
            <div
              key={label}
              className="-mr-px -mb-px flex flex-1 basis-28 flex-col border-r border-b border-line px-3 py-2.5"
            >
              <dt className="text-12 text-ink-faint">{label}</dt>
              <dd className="tabular text-20 font-semibold">{value}</dd>
              {note !== undefined && <dd className="text-12 text-ink-faint">{note}</dd>}
            </div>
          ))}
        </dl>
      )}
      <SourceLine record={company} facts={figures} />
      {opener !== undefined && (
        <>
          <h3 className="pt-2 pb-1 text-13 font-semibold text-ink-soft">Opening line</h3>
          <p className="max-w-text text-14 wrap-anywhere">{opener}</p>
        </>
      )}
    </Section>
  )
}
