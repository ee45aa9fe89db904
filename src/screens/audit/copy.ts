import type { AuditAct, AuditDetails, AuditEntry } from '../../../contract/org/audit.ts'
import { links } from '../../../contract/links.ts'
import { formatCount, formatDay, formatNumber } from '../../lib/format.ts'

/** The details of an entry: '120 people, 82 credits'. Empty without details; `nameOf` returns a user's name by id. */
export const describeDetails = (
  { act, details, subject }: Pick<AuditEntry, 'act' | 'details' | 'subject'>,
  nameOf: (userId: string) => string,
): string =>
  says[act](details, subject, nameOf)
    .filter((part) => part !== '')
    .join(', ')

/** The address of an entry's subject; null where no screen shows it. */
export const subjectLink = ({ act, subject }: Pick<AuditEntry, 'act' | 'subject'>): string | null =>
  leads[act]?.(subject) ?? null

export const formatActor = ({
  userId,
  userName,
  act,
}: Pick<AuditEntry, 'userId' | 'userName' | 'act'>): string => {
  if (userId !== null) return userName ?? 'Someone who left'
  return act === 'person-removed' ? 'Operator' : 'Sign-in'
}

type Describe = (
  details: AuditDetails,
  subject: string,
  nameOf: (userId: string) => string,
) => string[]

const number = (value: AuditDetails[string] | undefined): number =>
  typeof value === 'number' ? value : 0
const text = (value: AuditDetails[string] | undefined): string =>
  value === undefined || value === null ? '' : String(value)

const describeSpend: Describe = ({ category, records, owned, credits }) => [
  category === 'company'
    ? formatCount(number(records), 'company', 'companies')
    : formatCount(number(records), 'person', 'people'),
  number(owned) > 0 ? `${formatNumber(number(owned))} already yours` : '',
  formatCount(number(credits), 'credit', 'credits'),
]

const says: Record<AuditAct, Describe> = {
  reveal: describeSpend,
  download: describeSpend,
  push: describeSpend,
  enrich: describeSpend,
  'crm-connected': ({ crm }) => [text(crm)],
  'crm-disconnected': ({ crm }) => [text(crm)],
  'crm-mapping': ({ crm }) => [text(crm)],
  file: ({ what }) => [what === 'results' ? 'results for each row' : 'the records'],
  'work-file': () => [],
  'own-data': () => [],
  'organisation-data': () => [],
  'member-limits': ({ cap, capBefore, disabled, disabledBefore }, subject, nameOf) => [
    nameOf(subject),
    cap === capBefore ? '' : `${formatCap(cap)} instead of ${formatCap(capBefore)}`,
    disabled === disabledBefore
      ? ''
      : disabled === ''
        ? 'everything allowed'
        : `not allowed: ${text(disabled)}`,
  ],
  'member-role': ({ role, roleBefore }, subject, nameOf) => [
    nameOf(subject),
    `${text(role)} instead of ${text(roleBefore)}`,
  ],
  'member-left': (_, subject, nameOf) => [nameOf(subject)],
  plan: ({ plan, seats, interval, until, resumed }) => [
    text(plan),
    number(seats) > 0 ? formatCount(number(seats), 'user', 'users') : '',
    interval === undefined ? '' : `paid by the ${text(interval)}`,
    until === undefined ? '' : `until ${formatDay(text(until))}`,
    resumed === true ? 'cancellation taken back' : '',
  ],
  'credits-ordered': ({ credits }) => [formatCount(number(credits), 'credit', 'credits')],
  policies: ({ value, valueBefore }, subject) => [
    policyNames[subject] ?? subject,
    `${formatPolicy(value)} instead of ${formatPolicy(valueBefore)}`,
  ],
  'do-not-call': ({ checked, listed, notListed, matched }) => [
    `checked ${formatDay(text(checked))}`,
    `${formatNumber(number(listed))} listed`,
    `${formatNumber(number(notListed))} not listed`,
    number(matched) === 0
      ? 'no one revealed'
      : formatCount(number(matched), 'revealed person', 'revealed people'),
  ],
  suppression: ({ change, added, removed, records }) =>
    change === 'records'
      ? [
          number(added) > 0 ? `${formatCount(number(added), 'record', 'records')} added` : '',
          number(removed) > 0 ? `${formatCount(number(removed), 'record', 'records')} removed` : '',
        ]
      : change === 'deleted'
        ? [`deleted with ${formatCount(number(records), 'record', 'records')}`]
        : ['created'],
  sharing: ({ what, shared }) => [
    `a ${text(what)} ${shared === true ? 'shared with everyone' : 'no longer shared'}`,
  ],
  source: ({ did, name, paused }) => [
    text(name),
    did === 'saved' ? (paused === true ? 'paused' : 'saved') : (sourceDeeds[text(did)] ?? ''),
  ],
  'person-removed': ({ unlocked, lists, activities, files }) => [
    number(unlocked) > 0 ? 'was revealed' : '',
    number(lists) > 0 ? formatCount(number(lists), 'list', 'lists') : '',
    number(activities) > 0
      ? formatCount(number(activities), 'note or visit', 'notes and visits')
      : '',
    number(files) > 0 ? formatCount(number(files), 'file', 'files') : '',
  ],
}

const formatCap = (cap: AuditDetails[string] | undefined): string =>
  typeof cap === 'number' ? formatCount(cap, 'credit per month', 'credits per month') : 'no limit'

const policyNames: Readonly<Record<string, string>> = {
  dncPolicy: 'listed numbers in files',
  offlineGraceHours: 'offline hours',
  crmActivities: 'notes and visits in CRMs',
}
const formatPolicy = (value: AuditDetails[string] | undefined): string =>
  policyValues[String(value)] ?? text(value)
const policyValues: Readonly<Record<string, string>> = {
  hide: 'left out',
  flag: 'flagged',
  true: 'on',
  false: 'off',
}

const leads: Partial<Record<AuditAct, (subject: string) => string>> = {
  reveal: (id) => `${links.credits()}?request=${encodeURIComponent(id)}`,
  download: (id) => `${links.downloadCenter()}?open=${encodeURIComponent(id)}`,
  enrich: (id) => `${links.downloadCenter()}?open=${encodeURIComponent(id)}`,
  file: (id) => `${links.downloadCenter()}?open=${encodeURIComponent(id)}`,
  'member-limits': () => links.creditLimits(),
  policies: () => links.privacy(),
  'do-not-call': () => links.privacy(),
  'crm-connected': () => links.integrations(),
  'crm-disconnected': () => links.integrations(),
  'crm-mapping': () => links.integrations(),
}

const sourceDeeds: Readonly<Record<string, string>> = {
  removed: 'removed',
  run: 'run by hand',
  file: 'file imported',
}
