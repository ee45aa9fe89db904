import type { Draft } from './importer.ts'
import { textProblem } from './text.ts'

export const draftProblem = (draft: Draft): string | undefined => {
  for (const [field, value] of Object.entries(draft)) {
    const problem = valueProblem(field, value)
    if (problem !== undefined) return problem
  }
  return undefined
}

const valueProblem = (field: string, value: unknown): string | undefined => {
  if (typeof value === 'string') {
    const problem = value === '' ? 'is empty' : textProblem(value, limits[field] ?? 200)
    return problem === undefined ? undefined : `its ${field.replaceAll('_', ' ')} ${problem}`
  }
  if (typeof value !== 'object' || value === null) return undefined
  const many = Array.isArray(value)
  for (const [key, part] of Object.entries(value)) {
    const problem = valueProblem(many ? field : key, part)
    if (problem !== undefined) return problem
  }
  return undefined
}

/** In characters; 200 by default. */
const limits: Record<string, number> = {
  description: 5000,
  address: 300,
  website: 500,
  domain: 253,
  suburb: 60,
  city: 60,
  state: 60,
  postcode: 12,
  phones: 40,
  mobiles: 40,
  keywords: 60,
  services: 60,
  products: 60,
  ticker: 20,
  LinkedIn: 500,
}
