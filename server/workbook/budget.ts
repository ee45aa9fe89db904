import { tooLarge } from './unreadable.ts'

/**
 * For one workbook in total, including blank rows and cells. 100,000 rows with ten columns of unique and ten of repeated texts
 * stay below them. It holds no more characters than a text file, however often it repeats a text.
 */
export const workbookLimits = {
  bytes: 200_000_000,
  tags: 12_000_000,
  rows: 1_048_576,
  cells: 5_000_000,
  characters: 25_000_000,
  texts: 1_000_000,
  textBytes: 20_000_000,
} as const

export type Costs = Record<keyof typeof workbookLimits, number>

export type Budget = {
  /** Before the cost arises; throws Unreadable (`too-large`) beyond the limit. */
  spend(cost: keyof Costs, amount: number): void
  spent: Readonly<Costs>
}

export const createBudget = (limits: Readonly<Costs> = workbookLimits): Budget => {
  const spent: Costs = {
    bytes: 0,
    tags: 0,
    rows: 0,
    cells: 0,
    characters: 0,
    texts: 0,
    textBytes: 0,
  }
  return {
    spend: (cost, amount) => {
      if (spent[cost] + amount > limits[cost]) throw tooLarge()
      spent[cost] += amount
    },
    spent,
  }
}
