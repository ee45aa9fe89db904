export const limits = {
  /** Headcounts vary by a few people and per cent between counts: a change must exceed both. */
  headcount: { share: 0.1, people: 5 },
  /** Two more jobs in a small firm are replacements; 50 % more, and at least three, are a plan. */
  hiring: { share: 0.5, roles: 3, open: 5 },
  /** More technologies at once mean a better scan, not as many decisions. */
  technologies: 5,
  offices: 5,
} as const

/** Board changes have their own type. */
export const leaders: ReadonlySet<string> = new Set([
  'Owner/Founder',
  'C-suite',
  'Partner',
  'VP/GM',
  'Head',
])

export const boardRank = 'Board/company director'
