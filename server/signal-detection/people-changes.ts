import { seniorities } from '../../contract/search/bands.ts'
import { leftOn } from '../../contract/records/career.ts'
import type { Company, Person } from '../../contract/records/records.ts'
import type { SignalDraft } from '../signals/add-signals.ts'
import { leaderMoved } from './company-events.ts'
import { boardRank, leaders } from './limits.ts'
import { jobChanged, joinedBoard, leftCompany, newInRole, promoted } from './people-events.ts'
import { signalOf, type Event, type SourceReport } from './signal-draft.ts'

export type PersonChange = {
  before: Person
  after: Person
  from: Company
  at: Company
}

/** A new person has none. */
export const personSignals = (change: PersonChange, report: SourceReport): SignalDraft[] => {
  const { before, after, from, at } = change
  const about = (event: Event): SignalDraft =>
    signalOf(event, { company: at, person: after }, report)
  if (before.company_id !== after.company_id)
    return [
      joinsBoard(change)
        ? about(joinedBoard(after, { at }))
        : about(jobChanged(after, { from: from.name, to: at, before: before.position })),
      ...arrivalSignals(change, report),
      ...departureSignals(change, report, at.name),
    ]
  if (hasLeft(before, after))
    return [
      signalOf(
        leftCompany(after, { from, title: before.position }),
        { company: from, person: after },
        report,
      ),
      ...departureSignals(change, report),
    ]
  if (joinsBoard(change)) return [about(joinedBoard(after, { at }))]
  if (isPromotion(before, after)) return [about(promoted(after, { from: before.position, at }))]
  if (before.position_cleaned !== after.position_cleaned)
    return [about(newInRole(after, { at, from: before.position }))]
  return []
}

const joinsBoard = ({ before, after }: PersonChange): boolean =>
  after.seniority === boardRank &&
  (before.seniority !== boardRank || before.company_id !== after.company_id)

const isLeader = ({ seniority }: Person): boolean => leaders.has(seniority ?? '')

const arrivalSignals = ({ after, from, at }: PersonChange, report: SourceReport): SignalDraft[] =>
  isLeader(after)
    ? [
        signalOf(
          leaderMoved(at, { ...leaderOf(after), hired: true, other: from.name }),
          { company: at },
          report,
        ),
      ]
    : []

const departureSignals = (
  { before, from }: PersonChange,
  report: SourceReport,
  other?: string,
): SignalDraft[] =>
  isLeader(before)
    ? [
        signalOf(
          leaderMoved(from, {
            ...leaderOf(before),
            hired: false,
            ...(other !== undefined && { other }),
          }),
          { company: from },
          report,
        ),
      ]
    : []

const leaderOf = ({ name, position, department, seniority }: Person) => ({
  personName: name,
  title: position,
  ...(department !== undefined && { department }),
  ...(seniority !== undefined && { seniority }),
})

const hasLeft = (before: Person, after: Person): boolean =>
  leftOn(before) === undefined && leftOn(after) !== undefined

const ranks = new Map(seniorities.map(({ value }, rank) => [value, rank]))

/** Owners are not promoted, and moving to the board is not a promotion. */
const isPromotion = (before: Person, after: Person): boolean => {
  const [was, is] = [ranks.get(before.seniority ?? ''), ranks.get(after.seniority ?? '')]
  return was !== undefined && is !== undefined && is < was && after.seniority !== 'Owner/Founder'
}
