import type { CompanyView } from '../../../contract/records/records.ts'
import { formatChange, formatCompact, formatNumber } from '../../lib/format.ts'
import { companySections, revenueText } from './company-facts.ts'

export type Figure = { label: string; field: string; value: string; note?: string | undefined }

/** The known numbers of a company, the most telling first. */
export const figuresOf = (company: CompanyView): Figure[] => {
  const { headcount_growth: growth, revenue, job_posts: jobs } = company
  const headcount = companySections(company, Date.now())
    .flatMap(({ facts }) => facts)
    .find(({ label }) => label === 'Local employees')?.text
  const year = new Date().getFullYear()
  const figures: (Figure | undefined)[] = [
    headcount === undefined
      ? undefined
      : {
          label: 'Employees',
          field: 'employees_local',
          value: headcount.replace(/ employees$/, ''),
          note: growth && `${formatChange(growth.m12)} in a year`,
        },
    revenue && {
      label: 'Revenue',
      field: 'revenue',
      value:
        revenue.amount === undefined
          ? (revenueText(revenue) ?? revenue.band)
          : `${symbols[revenue.currency] ?? `${revenue.currency} `}${formatCompact(revenue.amount)}`,
      note: revenue.basis === 'modelled' ? 'estimated' : 'reported',
    },
    company.founded === undefined
      ? undefined
      : {
          label: 'Founded',
          field: 'founded',
          value: String(company.founded),
          note: company.founded < year ? `${year - company.founded} years ago` : undefined,
        },
    company.locations.length < 2
      ? undefined
      : {
          label: 'Locations',
          field: 'locations',
          value: formatNumber(company.locations.length),
        },
    jobs === undefined || jobs.open === 0
      ? undefined
      : { label: 'Open jobs', field: 'job_posts', value: formatNumber(jobs.open) },
    company.signals_90d === 0
      ? undefined
      : {
          label: 'Signals',
          field: 'signals_90d',
          value: formatNumber(company.signals_90d),
          note: 'in 90 days',
        },
    company.reviews && {
      label: 'Reviews',
      field: 'reviews',
      value: company.reviews.rating.toFixed(1),
      note: `of 5, ${formatNumber(company.reviews.count)} on ${company.reviews.source}`,
    },
  ]
  return figures.filter((figure) => figure !== undefined)
}

const symbols: Record<string, string> = { AUD: 'A$', NZD: 'NZ$', USD: 'US$' }
