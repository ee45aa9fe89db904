import { describe, expect, it } from 'vitest'
import type { Candidate, Changes, Connector } from '../../../server/connectors/port.ts'
import { connect, type Connected } from './connect.ts'
import {
  createRecord,
  indexLagMs,
  ownKeyOf,
  personOf,
  writeAll,
  writeOf,
  type ConnectorSubject,
} from './subject.ts'

export const readSuite = (subject: ConnectorSubject): void => {
  describe('reads', () => {
    const open = () => connect(subject.kind, subject.start, subject.hint)

    it('describes the fields that are written, and our own key field once', async () => {
      const { connector, api } = await open()
      for (const [object, values] of [
        ['company', subject.company(1)],
        [connector.objects.person[0] ?? 'contact', subject.person(1)],
      ] as const) {
        const isEnsured = await connector.ownKey?.ensure(api, object)
        const fields = await connector.describe(api, object)
        const names = fields.map(({ name }) => name)
        expect(names).toEqual([...new Set(names)])
        expect(names).toEqual(expect.arrayContaining(Object.keys(values)))
        const written = fields.filter(({ name }) => name in values)
        expect(written.map(({ writable }) => writable)).toEqual(written.map(() => 'always'))
        const own = isEnsured ? connector.ownKey?.field[object] : undefined
        expect(names.filter((name) => name === own)).toHaveLength(own === undefined ? 0 : 1)
      }
    })

    it('lists owners with their addresses', async () => {
      const { connector, api } = await open()
      const owners = await connector.owners(api)
      expect(owners.some(({ active, email }) => active && email !== null)).toBe(true)
    })

    it('finds companies and people by each key, and leaves out keys without a record', async () => {
      const connected = await open()
      const { connector, emulator } = connected
      const person = personOf(connected)
      for (const [object, keys] of [
        ['company', subject.keys.company],
        [person, subject.keys.person],
      ] as const) {
        const ids = [1, 2].map(async (number) => createRecord(connected, subject, object, number))
        const [first, second] = await Promise.all(ids)
        emulator.advance(indexLagMs)
        const fresh = await renewed(connected)
        for (const kind of new Set(keys(1).map((key) => key.kind))) {
          const wanted = [1, 2, 99].flatMap((number) =>
            keys(number).filter((key) => key.kind === kind),
          )
          const found = await connector.find(fresh, object, wanted)
          const idsOf = (number: number): string[] =>
            found
              .filter(({ key }) => keys(number).some((each) => each.value === key.value))
              .flatMap(({ candidates }) => candidates.map(({ id }) => id))
          expect({ kind, ids: [idsOf(1), idsOf(2), idsOf(99)] }).toEqual({
            kind,
            ids: [[first], [second], []],
          })
        }
      }
    })

    it('reads live records, and names deleted and merged ones', async () => {
      const connected = await open()
      const { connector, emulator, api } = connected
      const [live = '', removed = '', lost = '', survivor = ''] = await Promise.all(
        [1, 2, 3, 4].map(async (number) => createRecord(connected, subject, 'company', number)),
      )
      emulator.user.remove(removed)
      emulator.user.merge(lost, survivor)
      const fields = [subject.textField, ...Object.keys(subject.company(1))]
      const current = await connector.read(api, 'company', [live, removed, lost, survivor], fields)
      expect(current.get(live)).toMatchObject({ is: 'live', values: subject.company(1) })
      expect(current.get(removed)).toEqual({ is: 'deleted' })
      expect(current.get(lost)).toMatchObject(
        subject.followsMerges ? { is: 'deleted', into: survivor } : { is: 'deleted' },
      )
      expect(current.get(survivor)).toMatchObject({ is: 'live' })
    })

    it('returns addresses of records', async () => {
      const connected = await open()
      const { connector, api, grant } = connected
      const id = await createRecord(connected, subject, 'company', 1)
      const url = connector.recordUrl(await connector.account(api), grant, 'company', id)
      expect(new URL(url).href).toContain(id)
      const current = await connector.read(api, 'company', [id], [])
      expect(current.get(id)).toMatchObject({ url })
    })

    it('passes all records in pages, then only what changed', async () => {
      const connected = await open()
      const { connector, emulator } = connected
      const numbers = Array.from({ length: 7 }, (_, index) => index + 1)
      const ids: string[] = []
      for (const number of numbers)
        ids.push(await createRecord(connected, subject, 'company', number))
      emulator.advance(indexLagMs)
      const first = await allChanges(connector, await renewed(connected), null)
      expect(first.records.map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
      const own = first.records.find(({ id }) => id === ids[0])
      const keys = subject.keys.company(1).filter(({ kind }) => kind === 'domain')
      expect(own?.keys).toEqual(expect.arrayContaining(keys))

      emulator.advance(indexLagMs)
      emulator.user.edit(ids[0] ?? '', { [subject.textField]: 'edited by a person' })
      emulator.user.remove(ids[1] ?? '')
      emulator.advance(indexLagMs)
      const next = await allChanges(connector, await renewed(connected), first.next)
      expect(next.records.map(({ id }) => id)).toContain(ids[0])
      expect(next.records.map(({ id }) => id)).not.toContain(ids[6])
      const isSeen = next.deleted.some(({ id }) => id === ids[1])
      expect(isSeen).toBe(connector.namesDeleted)
    })

    it('keeps our own key in the record', async () => {
      const connected = await open()
      const { connector, api } = connected
      const own = connector.ownKey?.field.company
      const id = await createRecord(connected, subject, 'company', 1)
      const fields = own === undefined ? [] : [own]
      const current = await connector.read(api, 'company', [id], fields)
      expect(current.get(id)).toMatchObject({
        values: Object.fromEntries(fields.map((field) => [field, ownKeyOf('company', 1)])),
      })
    })

    it('reads no values of a deleted record', async () => {
      const connected = await open()
      const { connector, api, emulator } = connected
      const [id = ''] = (await writeAll(connected, [writeOf(subject, 'company', 1)])).flatMap(
        (written) => (written.is === 'created' ? [written.id] : []),
      )
      emulator.user.remove(id)
      const current = await connector.read(api, 'company', [id], [subject.textField])
      expect([...current.values()].every(({ is }) => is === 'deleted')).toBe(true)
    })
  })
}

/** Access tokens may have expired while the clock went on. */
export const renewed = async ({ connector, http, api, grant }: Connected): Promise<typeof api> => {
  try {
    await connector.account(api)
    return api
  } catch {
    const next = await connector.oauth.refresh(http, grant)
    Object.assign(grant, next)
    return api
  }
}

const maxPages = 100

const allChanges = async (
  connector: Connector,
  api: Connected['api'],
  from: string | null,
): Promise<Omit<Changes, 'isLast'>> => {
  const records: Candidate[] = []
  const deleted: { id: string; into?: string | undefined }[] = []
  let cursor = from
  for (let page = 0; page < maxPages; page += 1) {
    const changes = await connector.changes(api, 'company', cursor)
    records.push(...changes.records)
    deleted.push(...changes.deleted)
    cursor = changes.next
    if (changes.isLast) return { records, deleted, next: changes.next }
  }
  throw new Error('The pass did not end.')
}
