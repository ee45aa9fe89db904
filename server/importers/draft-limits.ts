import type { Draft } from './importer.ts'
import { textProblem } from './text.ts'

/** Why a draft cannot be kept: a text that is too long or damaged, named by its field. */
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

/** Longest text a field may hold, in characters; 200 where nothing is said. */
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
