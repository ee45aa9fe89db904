import { searchNodesOf, searchProblems } from './search-env.ts'

export type ProcessEnv = {
  /** Connections to a PostgreSQL server, besides those that watch it. */
  pool: number
  /** Undefined: search runs in the memory of each process. */
  searchNodes: readonly string[] | undefined
}

export const processProblems = (set: Record<string, string | undefined>): string[] => [
  ...(poolOf(set) === null ? ['DATABASE_POOL must be a number of connections from 2 to 999.'] : []),
  ...searchProblems(set),
]

export const processOf = (set: Record<string, string | undefined>): ProcessEnv => ({
  pool: poolOf(set) ?? standardPool,
  searchNodes: searchNodesOf(set),
})

const standardPool = 16

/** Null if it is no number of connections. */
const poolOf = ({ DATABASE_POOL: text }: Record<string, string | undefined>): number | null => {
  if (text === undefined) return standardPool
  return /^\d{1,3}$/.test(text.trim()) && Number(text) >= 2 ? Number(text) : null
}
