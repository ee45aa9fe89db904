import { parseAddress } from '../importers/addresses.ts'
import { stateOfPostcode } from '../catalog/towns.ts'
import type { MatchKeys } from '../entity-matching/candidates.ts'
import { domainKey } from '../entity-matching/domain-key.ts'
import { linkedinKey, nameKey } from '../entity-matching/name-keys.ts'
import { numbersOf, phoneKey, type Values } from './values.ts'

export type WantedCompany = MatchKeys & {
  otherKey: string | null
  phone: string | null
}

export const companyOfRow = (values: Values): WantedCompany | null => {
  const name = values.name ?? values.other_name ?? ''
  const wanted: WantedCompany = {
    ...bareCompany(values, name),
    ...numbersOf(values),
    linkedin: companyPage(values.linkedin),
    otherKey: otherOf(values.name, values.other_name),
  }
  return isFindable(wanted) ? wanted : null
}

/** Without the address, which is the person's. */
export const employerOfRow = (values: Values): WantedCompany | null => {
  const { state: _state, city: _city, postcode: _postcode, country: _country, ...rest } = values
  const wanted: WantedCompany = {
    ...bareCompany({ ...rest }, values.company ?? ''),
    ...numbersOf(values),
    phone: null,
    otherKey: null,
  }
  return isFindable(wanted) ? wanted : null
}

const bareCompany = (values: Values, name: string): WantedCompany => ({
  name,
  name_key: keyOf(name),
  otherKey: null,
  domain_key:
    (values.website === undefined ? null : domainKey(values.website)) ??
    (values.email === undefined ? null : domainKey(values.email)),
  abn: null,
  acn: null,
  nzbn: null,
  lei: null,
  linkedin: null,
  ticker: null,
  ...whereOf(values),
  type: null,
  source: null,
  phone: phoneKey(values.phone),
})

/** Without legal suffixes, including common misspellings. */
const keyOf = (name: string): string =>
  nameKey(name).replace(/ (?:pty \w{1,4}|pty? l?t?d|li?mi?ti?e?d|limit[a-z]d)$/, '')

const isFindable = (wanted: WantedCompany): boolean =>
  wanted.name_key !== '' ||
  [wanted.domain_key, wanted.abn, wanted.acn, wanted.nzbn, wanted.lei, wanted.linkedin].some(
    (key) => key !== null,
  )

const otherOf = (name: string | undefined, other: string | undefined): string | null => {
  if (name === undefined || other === undefined) return null
  const key = keyOf(other)
  return key === '' || key === keyOf(name) ? null : key
}

/** Null for the page of a person, which says nothing about a company. */
const companyPage = (url: string | undefined): string | null => {
  const page = linkedinKey(url)
  return page?.startsWith('in/') === true ? null : page
}

type Where = Pick<MatchKeys, 'state' | 'postcode' | 'country'>

/** A state without a country counts as Australian. */
const whereOf = ({ city, state, postcode, country }: Values): Where => {
  if (state === undefined && postcode === undefined && country === undefined) return nowhere
  const address = parseAddress({ city, state, postcode, country }, 'AU')
  if (address === undefined || 'problem' in address)
    return country === undefined ? nowhere : whereOf({ ...some({ city, state, postcode }) })
  const known =
    address.state ??
    (address.country === 'AU' && address.postcode !== undefined
      ? stateOfPostcode(address.postcode)
      : undefined)
  return {
    state: known ?? null,
    postcode: address.postcode ?? null,
    country: country === undefined ? null : address.country,
  }
}

const nowhere: Where = { state: null, postcode: null, country: null }

const some = (values: Record<string, string | undefined>): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
