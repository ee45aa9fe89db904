import type { JWK } from 'jose'
import type { ConnectorSettings } from '../../server/connectors/port.ts'

/** What a server process gets. */
export type Orders = {
  url: string
  files: string
  jwk: JWK
  /** By the prefix of the CRM's settings. */
  settings: Readonly<Record<string, ConnectorSettings>>
  skipped: number
}

/** To a server process. `dueAt` is when its postponed job is due. */
export type ClockNews = { skipped: number; dueAt: number | null }

/** From a server process: that it works, or that it only waits until then. */
export type ServerNews = 'working' | { waitsUntil: number }
