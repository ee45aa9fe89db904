import { filterOf, valueLabel } from '../../../contract/search/filters.ts'
import type { Fit, FitPart } from '../../../contract/org/account-fit.ts'

export const partNames: Record<FitPart, string> = {
  industry: 'Industry',
  size: 'Size',
  region: 'Region',
  competitor: 'Uses a competitor',
}

/** What rules a company out: 'Company type must not be Charity/NFP'; null if nothing does. */
export const describeBarred = ({ barred }: Pick<Fit, 'barred'>): string | null => {
  const [identifier, values = []] = Object.entries(barred?.values ?? {})[0] ?? []
  const filter = identifier === undefined ? undefined : filterOf(identifier)
  if (!barred || !filter) return null
  const labels = values.map((value) => valueLabel(filter, value))
  const named = labels.length > 3 ? [...labels.slice(0, 2), `${labels.length - 2} others`] : labels
  const chosen =
    named.length < 2 ? named.join('') : `${named.slice(0, -1).join(', ')} or ${named.at(-1) ?? ''}`
  return `${filter.label} ${barred.not ? 'must not be' : 'must be'} ${chosen}`
}

/** A fit in one line: 'Industry 40 of 40, Size 15 of 30', or what rules the company out. */
export const describeFit = (fit: Fit): string => {
  const barred = describeBarred(fit)
  return barred === null
    ? fit.parts
        .map(({ part, points, max: most }) => `${partNames[part]} ${points} of ${most}`)
        .join(', ')
    : `Ruled out: ${barred}`
}
