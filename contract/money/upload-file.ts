import type { UploadField } from './uploads.ts'
import type { Category } from '../records/records.ts'

/** What an upload may measure (issue 6): bytes, rows and columns of a file, characters of a cell; and what one part of it may. */
export const uploadLimits = {
  bytes: 25_000_000,
  rows: 100_000,
  columns: 200,
  cell: 10_000,
  part: 1_000_000,
} as const

/** Uploads an organisation can hold at once. */
export const mostUploads = 100

/** Days without use after which the bytes of a file are deleted; rows that were matched stay. */
export const uploadDays = 90

/** Addresses a day that an organisation's files may hold without a match among the people it has unlocked; further ones are not looked up until the next day. */
export const maxEmailMisses = 20_000

/** Rows of the file one enrichment takes; a longer file is enriched in several requests, each from a `fromRow` of its own (`RecordSource`). */
export const mostEnriched = 10_000

/** What a column of a file of companies can mean, in the order it is offered. */
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

/** The same of a file of people. */
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

/** The fields of a category with their labels. */
export const uploadFields: Readonly<Record<Category, Readonly<Record<string, string>>>> = {
  company: companyFields,
  people: peopleFields,
}

/** What rows can be looked up by: all fields of one of these. */
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

/** Where a part of an upload's bytes is sent with PUT, below /api, as application/octet-stream. */
export const uploadPartPath = (id: string, offset: number): string =>
  `/exchange/uploads/${id}/parts/${offset}`
