export type Option = { readonly value: string; readonly label: string }

const same = (...labels: string[]): readonly Option[] =>
  labels.map((label) => ({ value: label, label }))
/** Thousands have separators in labels, never in values. */
const sizes = (...values: string[]): readonly Option[] =>
  dashed(...values).map(({ value, label }) => ({
    value,
    label: label.replaceAll(/\d(?=\d{3}(?!\d))/g, '$&,'),
  }))
const dashed = (...values: string[]): readonly Option[] =>
  values.map((value) => ({ value, label: value.replace('-', '–') }))

/** Product 2.10, in display order. Values are plain ASCII. */
export const companyBands = sizes(
  '1-10',
  '11-50',
  '51-200',
  '201-500',
  '501-1000',
  '1001-5000',
  '5001-10000',
  '10001+',
)

export const revenueBands: readonly Option[] = [
  '0-1M',
  '1-10M',
  '10-25M',
  '25-50M',
  '50-100M',
  '100-250M',
  '250-500M',
  '500M-1B',
  '1B-10B',
  '10B+',
].map((value) => ({ value, label: `$${value.replace('-', '–')}` }))

export const officeBands = dashed('1', '2-5', '6-20', '21-100', '100+')

export const seniorities = same(
  'Owner/Founder',
  'C-suite',
  'Board/company director',
  'Partner',
  'VP/GM',
  'Head',
  'Director',
  'Manager',
  'Senior',
  'Staff',
  'Entry',
  'Intern',
)

export const departments = same(
  'Executive',
  'Sales',
  'Marketing',
  'Customer success',
  'Finance',
  'HR',
  'Engineering',
  'IT',
  'Product',
  'Design',
  'Data',
  'Operations',
  'Supply chain',
  'Procurement',
  'Legal',
  'Health & safety',
  'Property/facilities',
  'Education',
  'Clinical',
  'Trades/field',
  'R&D',
  'Admin',
)

export const influencers = same(
  'Decision maker',
  'Budget holder',
  'Champion',
  'Technical evaluator',
  'User',
  'Gatekeeper',
)

export const companyTypes = same(
  'Private',
  'Public listed',
  'Public unlisted',
  'Government (federal)',
  'Government (state)',
  'Government (local)',
  'Charity/NFP',
  'Partnership',
  'Trust',
  'Co-operative',
  'Education',
  'Foreign company',
)

export const markets = same('B2B', 'B2C', 'Both', 'B2G')
export const targetMarkets = same(
  'Consumers',
  'Micro',
  'SMB',
  'Mid-market',
  'Enterprise',
  'Government',
)
export const trafficBands = dashed(
  '<1k',
  '1-10k',
  '10-50k',
  '50-100k',
  '100-500k',
  '500k-1M',
  '1-10M',
  '10M+',
)
export const socialNetworks = same('LinkedIn', 'Facebook', 'Instagram', 'X', 'YouTube', 'TikTok')

/** 'in/Sales' means open jobs in that department, '30d' a post of the last 30 days. */
export const jobPostBands: readonly Option[] = [
  { value: 'Any', label: 'Any' },
  { value: '30d', label: 'New in the last 30 days' },
  ...dashed('1-5', '6-20', '21-50', '50+'),
  ...departments.map(({ value }) => ({ value: `in/${value}`, label: `Hiring in ${value}` })),
]

export const ratingBands: readonly Option[] = [
  { value: '4.5+', label: '4.5 and above' },
  { value: '4-4.4', label: '4–4.4' },
  { value: '3-3.9', label: '3–3.9' },
  { value: '<3', label: 'Below 3' },
  { value: 'None', label: 'No reviews' },
]

export const roleDurations: readonly Option[] = [
  { value: '<3m', label: 'Under 3 months' },
  { value: '3-6m', label: '3–6 months' },
  { value: '6-12m', label: '6–12 months' },
  { value: '1-2y', label: '1–2 years' },
  { value: '2-5y', label: '2–5 years' },
  { value: '5-10y', label: '5–10 years' },
  { value: '10y+', label: '10 years or more' },
]

export const deliverabilities = same('Verified', 'Catch-all', 'Unverified')

/** Undefined below 1. */
export const sizeBand = (employees: number): string | undefined => {
  if (employees < 1) return undefined
  const limits = [10, 50, 200, 500, 1000, 5000, 10_000]
  const index = limits.findIndex((limit) => employees <= limit)
  return companyBands[index === -1 ? limits.length : index]?.value
}

/** Whole units of the local currency per year. */
export const revenueBand = (amount: number): string => {
  const limits = [1e6, 10e6, 25e6, 50e6, 100e6, 250e6, 500e6, 1e9, 10e9]
  const index = limits.findIndex((limit) => amount < limit)
  return revenueBands[index === -1 ? limits.length : index]?.value ?? '10B+'
}

export const officeBand = (offices: number): string =>
  offices <= 1
    ? '1'
    : offices <= 5
      ? '2-5'
      : offices <= 20
        ? '6-20'
        : offices <= 100
          ? '21-100'
          : '100+'
