import type { JWK } from 'jose'
import type { ConnectorSettings } from '../../server/connectors/port.ts'
import type { ClockStart } from './clock.ts'

/** What a server process gets. */
export type Orders = {
  url: string
  files: string
  jwk: JWK
  /** By the prefix of the CRM's settings. */
  settings: Readonly<Record<string, ConnectorSettings>>
  clock: ClockStart
  skipped: number
}
