import type { Grant, ObjectKind } from '../port.ts'

export type Table = {
  name: string
  /** Its name in addresses. */
  set: string
  id: string
  /** The field with a record's name. */
  title: string
  /** By which a person is put into a company. */
  company: string | null
}

export const tables: Readonly<Record<ObjectKind, Table>> = {
  company: { name: 'account', set: 'accounts', id: 'accountid', title: 'name', company: null },
  contact: {
    name: 'contact',
    set: 'contacts',
    id: 'contactid',
    title: 'fullname',
    company: 'parentcustomerid_account',
  },
  lead: {
    name: 'lead',
    set: 'leads',
    id: 'leadid',
    title: 'fullname',
    company: 'parentaccountid',
  },
}

/** Where a user sees it. */
export const recordUrl = ({ baseUrl }: Grant, object: ObjectKind, id: string): string =>
  `${new URL(baseUrl).origin}/main.aspx?pagetype=entityrecord&etn=${tables[object].name}&id=${encodeURIComponent(id)}`

const guid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const noRecord = '00000000-0000-0000-0000-000000000000'

export const isGuid = (id: string): boolean => guid.test(id)

/** As addresses and filters take it; what is no GUID names no record. */
export const guidOf = (id: string): string => (isGuid(id) ? id.toLowerCase() : noRecord)
