/** From where on a change is worth a signal; each in one place, with why. */
export const limits = {
  /** A head count moves by a few people and a few per cent at any counting: both must be more than that. */
  headcount: { share: 0.1, people: 5 },
  /** Two more jobs in a small firm are a replacement; half as many again, and three at least, are a plan. */
  hiring: { share: 0.5, roles: 3, open: 5 },
  /** More than so many technologies at once are a better look at the company, not so many decisions of it. */
  technologies: 5,
  /** The same for offices. */
  offices: 5,
} as const

/** Ranks whose coming and going concerns the whole company; the board is told of by itself. */
export const leaders: ReadonlySet<string> = new Set([
  'Owner/Founder',
  'C-suite',
  'Partner',
  'VP/GM',
  'Head',
])

export const boardRank = 'Board/company director'
