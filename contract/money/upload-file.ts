import type { UploadField } from './uploads.ts'
import type { Category } from '../records/records.ts'

/** Issue 6. `cell` is in characters; `part`, `bytes` and `page`, the cells of an answer with rows, in bytes. */
export const uploadLimits = {
  bytes: 25_000_000,
  rows: 100_000,
  columns: 200,
  cell: 10_000,
  part: 1_000_000,
  page: 1_000_000,
} as const

export const maxUploads = 100

/** Days without use after which a file's bytes are deleted; matched rows stay. */
export const uploadDays = 90

/** Per day, among the people an organisation has unlocked; after that, addresses are not looked up until the next day. */
export const maxEmailMisses = 20_000

/** A longer file needs several requests, each with its own `fromRow` (`RecordSource`). */
export const maxEnrichedRows = 10_000

/** In the order in which they are offered. */
export const companyFields = {
  name: 'Company name',
  other_name: 'Legal or trading name',
  abn: 'ABN',
  acn: 'ACN',
  nzbn: 'NZBN',
  lei: 'LEI',
  website: 'Website',
  email: 'Email',
  linkedin: 'LinkedIn page',
  phone: 'Phone',
  city: 'Suburb or city',
  state: 'State or region',
  postcode: 'Postcode',
  country: 'Country',
} as const

export const peopleFields = {
  full_name: 'Full name',
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  linkedin: 'LinkedIn profile',
  position: 'Position',
  company: 'Company name',
  website: 'Company website',
  abn: 'Company ABN',
  phone: 'Phone',
  mobile: 'Mobile',
  city: 'Suburb or city',
  state: 'State or region',
  postcode: 'Postcode',
  country: 'Country',
} as const

export const uploadFields: Readonly<Record<Category, Readonly<Record<string, string>>>> = {
  company: companyFields,
  people: peopleFields,
}

/** Enough to look up a row. */
export const enoughFields: Readonly<Record<Category, readonly (readonly UploadField[])[]>> = {
  company: [
    ['name'],
    ['other_name'],
    ['abn'],
    ['acn'],
    ['nzbn'],
    ['lei'],
    ['website'],
    ['email'],
    ['linkedin'],
  ],
  people: [
    ['email'],
    ['linkedin'],
    ['full_name', 'company'],
    ['full_name', 'website'],
    ['full_name', 'abn'],
    ['first_name', 'last_name', 'company'],
    ['first_name', 'last_name', 'website'],
    ['first_name', 'last_name', 'abn'],
  ],
}

/** Takes PUT as application/octet-stream. */
export const uploadPartPath = (id: string, offset: number): string =>
  `/exchange/uploads/${id}/parts/${offset}`
