import { tooLarge } from '../unreadable.ts'

/**
 * What reading one workbook may take over all its parts: bytes unpacked, XML tags, rows and cells with the blank ones, characters of
 * cells, and shared texts with their bytes. 100,000 rows of ten columns of different texts and ten of others stay below them.
 */
export const workbookLimits = {
  bytes: 200_000_000,
  tags: 12_000_000,
  rows: 1_048_576,
  cells: 5_000_000,
  characters: 200_000_000,
  texts: 1_000_000,
  textBytes: 20_000_000,
} as const

export type Costs = Record<keyof typeof workbookLimits, number>

export type Budget = {
  /** Counts what is about to be used; throws Unreadable (`too-large`) where it goes beyond the limit. */
  spend(cost: keyof Costs, amount: number): void
  /** What was spent so far. */
  spent: Readonly<Costs>
}

/** One budget for one workbook, however many sheets it has. */
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
