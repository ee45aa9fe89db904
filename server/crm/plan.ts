import type { FillRule } from '../../contract/money/crm.ts'
import type { Current, Field, ObjectKind, Value, Values } from '../connectors/port.ts'
import { shorten } from '../connectors/shorten.ts'
import type { Fact } from '../downloads/facts.ts'
import { contactFacts, phoneFacts, type Subject } from './facts.ts'
import type { ConflictMatch, Match } from './match.ts'
import { convert, doNotCallValue, isEmpty, isSame, textFor } from './values.ts'

/** A mapping joined with what the CRM describes, of one of its objects. */
export type ObjectPlan = {
  object: ObjectKind
  /** 'company' or 'person', for sentences. */
  noun: string
  creates: boolean
  updates: boolean
  fields: readonly {
    from: string
    label: string
    rule: FillRule
    field: Field
    /** The CRM's choice by our value. */
    choices: Readonly<Record<string, string>>
  }[]
  constants: readonly { field: Field; value: Value }[]
  owner: { field: Field; id: string } | null
  /** Where the mark 'do not call' goes; null: the CRM has no field for it. */
  doNotCall: Field | null
  required: readonly Field[]
}

export type Change = { field: string; before: string | null; after: string }

export type Planned =
  | {
      is: 'create'
      object: ObjectKind
      values: Values
      changes: readonly Change[]
      notes: readonly string[]
    }
  | {
      is: 'update'
      object: ObjectKind
      id: string
      url: string
      values: Values
      etag: string | undefined
      changes: readonly Change[]
      notes: readonly string[]
    }
  | { is: 'unchanged'; object: ObjectKind; id: string; url: string; notes: readonly string[] }
  | { is: 'conflict'; reason: string; matches: readonly ConflictMatch[] }
  /** `isPaid`: contact details decided it. */
  | { is: 'skipped'; reason: string; isPaid?: boolean }

/**
 * What to write for one record. Nothing of ours clears a value; `current` of an existing record is what the CRM had a moment ago. Of a
 * listed record the mark is only ever set, and phone numbers stay out of a CRM that has no field for it.
 */
export const planWrite = (
  subject: Subject,
  match: Match,
  current: Extract<Current, { is: 'live' }> | undefined,
  plan: ObjectPlan,
  label: string,
): Planned => {
  if (match.is === 'conflict' || match.is === 'skipped') return match
  if (match.is === 'new') return planCreate(subject, match, plan, label)
  if (current === undefined)
    return {
      is: 'skipped',
      reason: `It was deleted in ${label}. Retry this row to create it again.`,
    }
  const { values, fault, notes } = valuesFor(subject, plan, current.values)
  if (fault !== null) return { is: 'skipped', ...fault }
  const known = { object: match.object, id: match.id, url: current.url }
  const changes = changesOf(plan, values, current.values)
  return changes.length === 0
    ? { is: 'unchanged', ...known, notes }
    : { is: 'update', ...known, values, etag: current.etag, changes, notes }
}

/** The fields whose current values an update has to know. */
export const fieldsToRead = (plan: ObjectPlan): string[] => [
  ...new Set(
    [
      ...plan.fields.flatMap(({ rule, field }) => (rule === 'never' ? [] : field)),
      ...(plan.owner ? [plan.owner.field] : []),
      ...(plan.doNotCall ? [plan.doNotCall] : []),
    ].map(({ name }) => name),
  ),
]

const planCreate = (
  subject: Subject,
  match: Extract<Match, { is: 'new' }>,
  plan: ObjectPlan,
  label: string,
): Planned => {
  if (match.wasDeleted)
    return {
      is: 'skipped',
      reason: `It was deleted in ${label}. Retry this row to create it again.`,
    }
  if (!plan.creates)
    return {
      is: 'skipped',
      reason: `It isn’t in ${label}, and this push only updates what is there. An admin can allow new records under Map fields.`,
    }
  const { values, fault, notes } = valuesFor(subject, plan, null)
  if (fault !== null) return { is: 'skipped', ...fault }
  const missing = plan.required.find(({ name }) => isEmpty(values[name]))
  if (missing)
    return {
      is: 'skipped',
      reason: `${label} requires “${missing.label}”, which we don’t know for this ${plan.noun}. An admin can give it a fixed value under Map fields.`,
      isPaid: plan.fields.some(
        ({ from, field }) =>
          field.name === missing.name &&
          contactFacts.has(from) &&
          subject.facts[from] !== undefined,
      ),
    }
  const changes = changesOf(plan, values, {})
  return { is: 'create', object: plan.object, values, changes, notes }
}

type Fault = { reason: string; isPaid: boolean }
type Filled = { values: Record<string, Value>; fault: Fault | null; notes: string[] }

const valuesFor = (subject: Subject, plan: ObjectPlan, current: Values | null): Filled => {
  const filled: Filled = { values: {}, fault: null, notes: [] }
  const { values, notes } = filled
  const blocked = subject.isListed && !canMark(plan)
  if (blocked && Object.keys(subject.facts).some((key) => phoneFacts.has(key)))
    notes.push('Without phone numbers: this CRM has no field that says do not call.')
  if (current === null || plan.updates) {
    for (const { from, label, rule, field, choices } of plan.fields) {
      const fact = subject.facts[from]
      if (fact === undefined || from === 'do_not_call' || (blocked && phoneFacts.has(from)))
        continue
      if (!mayWrite(rule, field, current)) continue
      const converted = converting(from, chosenFor(fact, choices), field)
      if ('value' in converted) {
        if (current === null || !isSame(current[field.name], converted.value, field))
          values[field.name] = converted.value
      } else if (converted.fault === 'too-long')
        filled.fault = {
          reason: `${label} is longer than the ${field.maxLength ?? 0} characters that “${field.label}” takes. An admin can change what goes into it under Map fields.`,
          isPaid: filled.fault?.isPaid === true || contactFacts.has(from),
        }
      else {
        const verb = converted.fault === 'no-choice' ? 'has no option for' : 'doesn’t take'
        notes.push(`“${field.label}” ${verb} “${textFor(fact).slice(0, 100)}”.`)
      }
    }
    if (current === null) for (const { field, value } of plan.constants) values[field.name] = value
    if (plan.owner && (current === null || isEmpty(current[plan.owner.field.name])))
      values[plan.owner.field.name] = plan.owner.id
  }
  if (subject.isListed) mark(plan, values, current)
  return filled
}

const chosenFor = (fact: Fact, choices: Readonly<Record<string, string>>): Fact => {
  const chosen = (text: string): string =>
    Object.hasOwn(choices, text) ? (choices[text] ?? text) : text
  if (typeof fact === 'string') return chosen(fact)
  return Array.isArray(fact) ? fact.map(chosen) : fact
}

/** Long texts are cut; other facts would become wrong. */
const converting = (from: string, fact: Fact, field: Field): ReturnType<typeof convert> => {
  const converted = convert(fact, field)
  if ('value' in converted || converted.fault !== 'too-long' || !prose.has(from)) return converted
  const text = Array.isArray(fact) ? fact.join('; ') : String(fact)
  return { value: text.slice(0, field.maxLength ?? undefined).toWellFormed() }
}

const prose = new Set([
  'description',
  'keywords',
  'technologies',
  'headline',
  'skills',
  'trading_names',
  'phones',
])

const mayWrite = (rule: FillRule, field: Field, current: Values | null): boolean => {
  if (current === null) return rule !== 'never' && field.writable !== 'never'
  if (rule === 'never' || field.writable !== 'always') return false
  return rule === 'overwrite' || isEmpty(current[field.name])
}

const canMark = ({ doNotCall }: ObjectPlan): boolean =>
  doNotCall !== null && doNotCallValue(doNotCall, undefined) !== null

const mark = (
  { doNotCall }: ObjectPlan,
  values: Record<string, Value>,
  current: Values | null,
): void => {
  if (doNotCall === null) return
  const before = current?.[doNotCall.name]
  const value = doNotCallValue(doNotCall, before)
  if (value !== null && !isSame(before, value, doNotCall)) values[doNotCall.name] = value
}

const changesOf = (plan: ObjectPlan, values: Values, current: Values): Change[] => {
  const labels = new Map(
    [
      ...plan.fields.map(({ field }) => field),
      ...plan.constants.map(({ field }) => field),
      ...(plan.owner ? [plan.owner.field] : []),
      ...(plan.doNotCall ? [plan.doNotCall] : []),
    ].map((field) => [field.name, field.label]),
  )
  return Object.entries(values).map(([name, value]) => {
    const before = current[name]
    return {
      field: labels.get(name) ?? name,
      before: before === undefined || isEmpty(before) ? null : shownFor(before),
      after: shownFor(value),
    }
  })
}

const shownFor = (value: Value): string => shorten(textFor(value), maxShown)

const maxShown = 500
