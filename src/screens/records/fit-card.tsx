import type { CompanyView } from '../../../contract/records/records.ts'
import { DescribeCustomer } from '../../shared/account-fit/describe-customer.tsx'
import { FitParts } from '../../shared/account-fit/fit-parts.tsx'
import { useFit } from '../../shared/account-fit/intelligence.ts'
import { Section } from '../../ui/section.tsx'

/** The account fit of a company and its points (R14 of the product decisions). Nothing while unknown. */
export const FitCard = ({ company }: { company: CompanyView }) => {
  const fitOf = useFit()
  if (fitOf === undefined) return null
  const fit = fitOf?.(company)
  return (
    <Section
      title="Fit"
      aside={
        fit && (
          <span className="tabular text-14 text-ink-soft">
            <span className="text-20 font-semibold text-ink">{fit.score}</span> of 100
          </span>
        )
      }
    >
      {fit === undefined ? (
        <p className="text-14 text-ink-soft">
          Find out how well this company fits. <DescribeCustomer />
        </p>
      ) : (
        <div className="max-w-120">
          <FitParts fit={fit} />
        </div>
      )}
    </Section>
  )
}
