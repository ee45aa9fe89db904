import { searchNodesOf, searchProblems } from './search-env.ts'

type Set = Record<string, string | undefined>

/** `web` answers calls and serves pages, `jobs` works in the background, `leader` may be the process that does timely work. */
export type Role = (typeof allRoles)[number]

export type ProcessEnv = {
  /** Connections to a PostgreSQL server, besides those that watch it. */
  pool: number
  roles: readonly Role[]
  /** Undefined: search runs in the memory of each process. */
  searchNodes: readonly string[] | undefined
}

export const processProblems = (set: Set): string[] => [
  ...(poolOf(set) === null ? ['DATABASE_POOL must be a number of connections from 2 to 999.'] : []),
  ...(rolesOf(set) === null
    ? ['FIELDBOOK_ROLES must be web, jobs or leader, or several with commas between.']
    : []),
  ...(set['FIELDBOOK_ROLES'] !== undefined &&
  set['DATABASE_URL'] === undefined &&
  set['PGHOST'] === undefined
    ? ['FIELDBOOK_ROLES needs DATABASE_URL: the embedded database has one process.']
    : []),
  ...searchProblems(set),
]

export const processOf = (set: Set): ProcessEnv => ({
  pool: poolOf(set) ?? standardPool,
  roles: rolesOf(set) ?? allRoles,
  searchNodes: searchNodesOf(set),
})

const allRoles = ['web', 'jobs', 'leader'] as const
const standardPool = 16

/** Null if it is no number of connections. */
const poolOf = ({ DATABASE_POOL: text }: Set): number | null => {
  if (text === undefined) return standardPool
  return /^\d{1,3}$/.test(text.trim()) && Number(text) >= 2 ? Number(text) : null
}

/** Null if it names anything else. */
const rolesOf = ({ FIELDBOOK_ROLES: text }: Set): readonly Role[] | null => {
  if (text === undefined) return allRoles
  const names = text.split(',').map((name) => name.trim())
  const roles = allRoles.filter((role) => names.includes(role))
  return names.every((name) => roles.some((role) => role === name)) ? roles : null
}
