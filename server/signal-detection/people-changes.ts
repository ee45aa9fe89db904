import { seniorities } from '../../contract/search/bands.ts'
import type { Company, Person } from '../../contract/records/records.ts'
import type { SignalDraft } from '../signals/adding.ts'
import { leaderMoved } from './company-events.ts'
import { boardRank, leaders } from './limits.ts'
import { jobChanged, joinedBoard, leftCompany, newInRole, promoted } from './people-events.ts'
import { signalOf, type Event, type Telling } from './telling.ts'

/** A person before and after a change, with the companies they worked for then and work for now. */
export type PersonChange = {
  before: Person
  after: Person
  from: Company
  at: Company
}

/** What the change of a person tells about them and about their companies; somebody not known before tells nothing. */
export const personSignals = (change: PersonChange, told: Telling): SignalDraft[] => {
  const { before, after, from, at } = change
  const about = (event: Event): SignalDraft => signalOf(event, { company: at, person: after }, told)
  if (before.company_id !== after.company_id)
    return [
      joinsBoard(change)
        ? about(joinedBoard(after, { at }))
        : about(jobChanged(after, { from: from.name, to: at, before: before.position })),
      ...came(change, told),
      ...went(change, told, at.name),
    ]
  if (hasLeft(before, after))
    return [
      signalOf(
        leftCompany(after, { from, title: before.position }),
        { company: from, person: after },
        told,
      ),
      ...went(change, told),
    ]
  if (joinsBoard(change)) return [about(joinedBoard(after, { at }))]
  if (rose(before, after)) return [about(promoted(after, { from: before.position, at }))]
  if (before.position_cleaned !== after.position_cleaned)
    return [about(newInRole(after, { at, from: before.position }))]
  return []
}

const joinsBoard = ({ before, after }: PersonChange): boolean =>
  after.seniority === boardRank &&
  (before.seniority !== boardRank || before.company_id !== after.company_id)

const isLeader = ({ seniority }: Person): boolean => leaders.has(seniority ?? '')

const came = ({ after, from, at }: PersonChange, told: Telling): SignalDraft[] =>
  isLeader(after)
    ? [
        signalOf(
          leaderMoved(at, { ...leaderOf(after), hired: true, other: from.name }),
          { company: at },
          told,
        ),
      ]
    : []

const went = ({ before, from }: PersonChange, told: Telling, other?: string): SignalDraft[] =>
  isLeader(before)
    ? [
        signalOf(
          leaderMoved(from, {
            ...leaderOf(before),
            hired: false,
            ...(other !== undefined && { other }),
          }),
          { company: from },
          told,
        ),
      ]
    : []

const leaderOf = ({ name, position, department, seniority }: Person) => ({
  who: name,
  title: position,
  ...(department !== undefined && { department }),
  ...(seniority !== undefined && { seniority }),
})

/** The record still names the company and the role, and its history says that this ended. */
const hasLeft = (before: Person, after: Person): boolean => {
  if (before.position_cleaned !== after.position_cleaned) return false
  const ended = ({ history, company_id: id }: Person): number =>
    history.filter(
      (job) => job.company_id === id && job.type === 'historical' && job.to !== undefined,
    ).length
  return ended(after) > ended(before) && !after.history.some((job) => job.type === 'current')
}

const ranks = new Map(seniorities.map(({ value }, place) => [value, place]))

/** Up the ladder within a company. Owners are not promoted, and whoever steps down to the board is not either. */
const rose = (before: Person, after: Person): boolean => {
  const [was, is] = [ranks.get(before.seniority ?? ''), ranks.get(after.seniority ?? '')]
  return was !== undefined && is !== undefined && is < was && after.seniority !== 'Owner/Founder'
}
