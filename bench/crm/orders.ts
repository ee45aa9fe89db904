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

/** To a server process. `dueAt` is when its postponed job is due; `isAnswer` if it reported that it only waits. */
export type ClockNews = { skipped: number; dueAt: number | null; isAnswer: boolean }

/** From a server process: that it works, or that it only waits until then. It calls nothing before the answer. */
export type ServerNews = 'working' | { waitsUntil: number }
