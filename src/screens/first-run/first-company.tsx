import { Link } from 'wouter'
import { links } from '../../../contract/links.ts'
import type { CompanyView } from '../../../contract/records/records.ts'
import { useFit } from '../../shared/account-fit/intelligence.ts'
import { townOf } from '../../shared/records-table/company-cells.tsx'
import { industryOf } from '../../shared/records-table/name-cells.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Monogram } from '../../ui/monogram.tsx'
import { addressNear, reasonsFor } from './first-companies.ts'

/** A company with its fit and the reasons for it. */
export const FirstCompany = ({ company, region }: { company: CompanyView; region: string }) => {
  const fit = useFit()?.(company)
  const reasons = fit ? reasonsFor(fit, region) : []
  const about = [industryOf(company), townOf(addressNear(company, region))]
  return (
    <li>
      <Link
        href={links.company(company.id)}
        className="flex min-h-touch min-w-0 items-start gap-3 px-3 py-2.5 -outline-offset-2 hover:bg-sunken sm:px-4"
      >
        <span className="mt-0.5 grid size-6 place-items-center">
          <Monogram id={company.id} name={company.name} square />
        </span>
        <span className="min-w-0 flex-1">
          <span className="block text-16 font-medium wrap-anywhere">{company.name}</span>
          <span className="block text-13 text-ink-soft">
            {about.filter((text) => text !== undefined).join(' · ')}
          </span>
          {reasons.length > 0 && (
            <span className="mt-1 flex flex-wrap gap-x-3 gap-y-0.5 text-13 text-accent-strong">
              {reasons.map((reason) => (
                <span key={reason} className="inline-flex items-center gap-1">
                  <Icon name="check" size={14} />
                  {reason}
                </span>
              ))}
            </span>
          )}
        </span>
        {fit && (
          <span className="tabular shrink-0 text-right">
            <span className="block text-16 font-semibold">{fit.score}</span>
            <span className="block text-12 text-ink-faint">
              fit<span className="sr-only"> of 100</span>
            </span>
          </span>
        )}
      </Link>
    </li>
  )
}
