import { describe, expect, it } from 'vitest'
import type { Activity } from '../../../server/connectors/port.ts'
import { connect } from './connect.ts'
import {
  createRecord,
  liveRecords,
  personOf,
  writeAll,
  writeOf,
  type ConnectorSubject,
} from './subject.ts'

export const writeSuite = (subject: ConnectorSubject): void => {
  describe('writes', () => {
    const open = () => connect(subject.kind, subject.start, subject.hint)

    it('creates companies and people, and answers each by its ref', async () => {
      const connected = await open()
      const { emulator } = connected
      const person = personOf(connected)
      for (const object of ['company', person] as const) {
        const writes = [1, 2, 3, 4, 5].map((number) => writeOf(subject, object, number))
        const written = await writeAll(connected, writes)
        expect(written.map(({ ref }) => ref).toSorted()).toEqual(writes.map(({ ref }) => ref))
        const records = liveRecords(
          emulator,
          object === 'company' ? subject.records.company : subject.records.person,
        )
        expect(records).toHaveLength(5)
        for (const each of written) {
          expect(each).toMatchObject({ is: 'created', id: expect.any(String) })
          const record = records.find(({ id }) => each.is === 'created' && id === each.id)
          expect(record).toBeDefined()
        }
      }
      expect(emulator.audit()).toMatchObject({ doubles: 0, deletes: 0, secrets: 0, early: 0 })
    })

    it('writes the values of the row that the answer names', async () => {
      const connected = await open()
      const { connector, api } = connected
      const writes = [1, 2, 3].map((number) => writeOf(subject, 'company', number))
      const written = await writeAll(connected, writes)
      const ids = new Map(written.map((each) => [each.ref, each.is === 'created' ? each.id : '']))
      const fields = Object.keys(subject.company(1))
      const current = await connector.read(api, 'company', [...ids.values()], fields)
      for (const { ref, values } of writes)
        expect(current.get(ids.get(ref) ?? '')).toMatchObject({ values })
    })

    it('updates by id, and leaves what is absent', async () => {
      const connected = await open()
      const { connector, api } = connected
      const id = await createRecord(connected, subject, 'company', 1)
      const values = { [subject.textField]: 'changed' }
      const update = { ...writeOf(subject, 'company', 1), values, id }
      expect(await writeAll(connected, [update])).toEqual([{ ref: 'row-1', is: 'updated', id }])
      const fields = [...Object.keys(subject.company(1)), subject.textField]
      const current = await connector.read(api, 'company', [id], fields)
      expect(current.get(id)).toMatchObject({ values: { ...subject.company(1), ...values } })
    })

    it('answers `deleted` for an update of a record that a person deleted', async () => {
      const connected = await open()
      const id = await createRecord(connected, subject, 'company', 1)
      connected.emulator.user.remove(id)
      const values = { [subject.textField]: 'changed' }
      const [written] = await writeAll(connected, [
        { ...writeOf(subject, 'company', 1), values, id },
      ])
      expect(written).toMatchObject({ is: 'deleted' })
    })

    it('refuses a bad row and creates the good ones beside it', async () => {
      const connected = await open()
      const bad = { ...writeOf(subject, 'company', 2), values: subject.refused }
      const written = await writeAll(connected, [
        writeOf(subject, 'company', 1),
        bad,
        writeOf(subject, 'company', 3),
      ])
      const answers = new Map(written.map((each) => [each.ref, each]))
      expect(answers.get('row-1')).toMatchObject({ is: 'created' })
      expect(answers.get('row-2')).toMatchObject({
        is: 'refused',
        text: expect.stringMatching(/^[^{}]+$/),
      })
      expect(answers.get('row-3')).toMatchObject({ is: 'created' })
      expect(liveRecords(connected.emulator, subject.records.company)).toHaveLength(2)
    })

    it.runIf(subject.refusesDoubles)(
      'answers `exists` for a create whose email the CRM has',
      async () => {
        const connected = await open()
        const person = personOf(connected)
        const id = await createRecord(connected, subject, person, 1)
        const other = { ...writeOf(subject, person, 1), ref: 'row-2', key: 'p_other' }
        const [written] = await writeAll(connected, [other])
        expect(written).toEqual({ ref: 'row-2', is: 'exists', candidates: [id] })
      },
    )

    it('puts a person into a company, also twice', async () => {
      const connected = await open()
      const { connector, api, emulator } = connected
      const object = personOf(connected)
      const company = await createRecord(connected, subject, 'company', 1)
      const person = await createRecord(connected, subject, object, 1)
      for (const attempt of ['first', 'second'])
        expect({
          attempt,
          written: await connector.link(api, [{ object, person, company }]),
        }).toEqual({
          attempt,
          written: [{ ref: person, is: 'updated', id: person }],
        })
      const record = emulator.records().find(({ id }) => id === person)
      expect(record && subject.companyOf(record, emulator)).toBe(company)
    })

    it('adds an activity, and edits it by its id', async () => {
      const connected = await open()
      const { connector, api, emulator } = connected
      const company = await createRecord(connected, subject, 'company', 1)
      const written = await connector.activity(api, visitOf(company))
      expect(written).toMatchObject({ ref: 'visit-1', is: 'created' })
      const id = written.is === 'created' ? written.id : ''
      expect(emulator.activities()).toHaveLength(1)
      expect(emulator.activities()[0]).toMatchObject({ company })
      const edit = { ...visitOf(company), text: 'Met Ana & Bo', id }
      expect(await connector.activity(api, edit)).toMatchObject({ is: 'updated', id })
      expect(emulator.activities()).toHaveLength(1)
      expect(emulator.activities()[0]?.text).toContain('Bo')
    })

    it('adds an activity of a person of a company, with an owner', async () => {
      const connected = await open()
      const { connector, api, emulator } = connected
      const object = personOf(connected)
      const company = await createRecord(connected, subject, 'company', 1)
      const id = await createRecord(connected, subject, object, 1)
      await connector.link(api, [{ object, person: id, company }])
      const [owner] = await connector.owners(api)
      const ownerId = owner?.id ?? null
      const activity = { ...visitOf(company), person: { object, id }, ownerId }
      expect(await connector.activity(api, activity)).toMatchObject({ is: 'created' })
      expect(emulator.activities()[0]).toMatchObject({ company, person: id })
    })
  })
}

export const visitOf = (company: string): Activity => ({
  ref: 'visit-1',
  key: 'v_1',
  kind: 'visit',
  subject: 'Visit: met',
  text: 'Met <Ana> & talked',
  at: Date.UTC(2026, 10, 2, 3, 10),
  ownerId: null,
  company,
  person: null,
})
