import type { Company } from '../../contract/records/records.ts'
import type { Http } from '../connectors/http.ts'
import { abnLookup } from './abn-lookup.ts'
import type { Register } from './answers.ts'
import { nzbn } from './nzbn.ts'

export type RegisterSettings = {
  /** Undefined: the register is not asked. */
  abnGuid: string | undefined
  nzbnKey: string | undefined
  http: Http
  /** Of an emulator. */
  origins?: { abn: string; nzbn: string }
}

/** The register of a company and its number there; undefined without a key or a number. */
export type Registers = {
  of(company: Pick<Company, 'abn' | 'nzbn'>): { register: Register; number: string } | undefined
}

export const registerHosts = ['abr.business.gov.au', 'api.business.govt.nz']

export const openRegisters = ({
  abnGuid,
  nzbnKey,
  http,
  origins = { abn: 'https://abr.business.gov.au', nzbn: 'https://api.business.govt.nz' },
}: RegisterSettings): Registers => {
  const australian = abnGuid === undefined ? undefined : abnLookup(http, origins.abn, abnGuid)
  const newZealand = nzbnKey === undefined ? undefined : nzbn(http, origins.nzbn, nzbnKey)
  return {
    of: (company) => {
      if (company.abn !== undefined && australian)
        return { register: australian, number: company.abn }
      return company.nzbn !== undefined && newZealand
        ? { register: newZealand, number: company.nzbn }
        : undefined
    },
  }
}
