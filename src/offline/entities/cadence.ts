import type { Cadence } from '../../../contract/saved-work/cadences.ts'
import { action, entity, parseItem, type Edited } from './entity.ts'

type Whole = Pick<Cadence, 'target' | 'targetId' | 'weeks'>

const wholeOf = ({ target, targetId, weeks }: Whole): Whole => ({ target, targetId, weeks })

const set = action(
  'setCadence',
  ({ id, value }: Edited<Whole>) => ({ ...wholeOf(value), id }),
  parseItem,
)

export const cadence = entity({
  kind: 'cadence',
  table: 'cadences',
  since: 6,
  isMerged: false,
  // Rows of this table hold cadences.
  wholeOf: (value) => wholeOf(value as Cadence),
  create: set,
  change: set,
  remove: action('deleteCadence', ({ id }) => ({ id })),
  restore: { valueOf: (mine, id) => ({ ...mine, id, version: 0 }) },
  noun: 'cadence',
  titleOf: ({ value }) => `how often you visit ${nameIn(value)}`,
  describe: ({ effect, value }) =>
    effect.do === 'remove'
      ? `Stop visiting ${nameIn(value)} regularly`
      : `Visit ${nameIn(value)} ${everyWeeks(Number(value.weeks))}`,
  linesOf: ({ weeks }) => [`Visit ${everyWeeks(Number(weeks))}`],
})

/** 'every week', 'every 6 weeks'. */
export const everyWeeks = (weeks: number): string =>
  weeks === 1 ? 'every week' : `every ${weeks} weeks`

const nameIn = ({ targetName }: Record<string, unknown>): string =>
  typeof targetName === 'string' ? targetName : 'an account'
