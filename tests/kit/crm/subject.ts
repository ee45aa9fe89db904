import { expect } from 'vitest'
import type { CrmEmulator, CrmRecord } from '../../../emulators/crm/core/types.ts'
import type {
  ConnectorKind,
  MatchKey,
  ObjectKind,
  Values,
  Write,
  Written,
} from '../../../server/connectors/port.ts'
import type { Connected } from './connect.ts'

/** A connector, its emulator and what the suite cannot know of them. */
export type ConnectorSubject = {
  kind: ConnectorKind
  /** Empty. */
  start: () => Promise<CrmEmulator>
  /** The address that the admin types, where there is one; absent: none. */
  hint?: string
  /** The CRM's names in the emulator's records. */
  records: { company: string; person: string }
  /** A valid record for each number; all differ in every key. */
  company: (number: number) => Values
  person: (number: number) => Values
  /** A text field of a company that an update changes, not one of its keys. */
  textField: string
  /** Values that the CRM refuses in a create of a company. */
  refused: Values
  /** Keys by which the records of `company` and `person` are found; `own` is the write's key. */
  keys: {
    company: (number: number) => readonly MatchKey[]
    person: (number: number) => readonly MatchKey[]
  }
  /** Whether a create of a person whose email the CRM has is answered with `exists`. */
  refusesDoubles: boolean
  /** Whether the survivor of a merge is known. */
  followsMerges: boolean
  /** A part of the path of writes of records. */
  writePath: string
  activityPath: string
  /** The company that a person is in, in the emulator. */
  companyOf: (person: CrmRecord, emulator: CrmEmulator) => string | null
}

export const ownKeyOf = (object: ObjectKind, number: number): string =>
  `${object === 'company' ? 'c' : 'p'}_${number}`

export const writeOf = (subject: ConnectorSubject, object: ObjectKind, number: number): Write => ({
  ref: `row-${number}`,
  object,
  key: ownKeyOf(object, number),
  values: object === 'company' ? subject.company(number) : subject.person(number),
})

/** In calls of at most `limits.write`. */
export const writeAll = async (
  { connector, api }: Connected,
  writes: readonly Write[],
): Promise<readonly Written[]> => {
  const written: Written[] = []
  for (let from = 0; from < writes.length; from += connector.limits.write)
    written.push(...(await connector.write(api, writes.slice(from, from + connector.limits.write))))
  return written
}

export const createRecord = async (
  connected: Connected,
  subject: ConnectorSubject,
  object: ObjectKind,
  number: number,
): Promise<string> => {
  const [written] = await writeAll(connected, [writeOf(subject, object, number)])
  expect(written).toMatchObject({ is: 'created' })
  return written?.is === 'created' ? written.id : ''
}

export const liveRecords = (emulator: CrmEmulator, object: string): readonly CrmRecord[] =>
  emulator.records().filter((record) => record.object === object && !record.isDeleted)

/** The first kind of person that the connector writes. */
export const personOf = ({ connector }: Connected): 'contact' | 'lead' =>
  connector.objects.person[0] ?? 'contact'

/** Longer than any search lags. */
export const indexLagMs = 10 * 60_000
