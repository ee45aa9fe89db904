import { guardedHttp } from '../connectors/guarded-http.ts'
import type { Http } from '../connectors/http.ts'
import type { Connector, ConnectorKind, ConnectorSettings, Grant } from '../connectors/port.ts'
import type { Resolve } from '../platform/vendors/guarded-post.ts'

/** A CRM for which this installation has a client id and a secret. */
export type Crm = {
  kind: ConnectorKind
  connector: Connector
  /** Reaches the hosts of this grant only; null before signing in. */
  http(grant: Grant | null): Http
}

export type Crms = {
  kinds: readonly ConnectorKind[]
  /** Undefined if it is not set up. */
  find(key: string): Crm | undefined
}

/** `settings` by the prefix of the kind's settings. */
export const openCrms = (parts: {
  kinds: readonly ConnectorKind[]
  settings: Readonly<Record<string, ConnectorSettings>>
  resolve: Resolve
  now?: () => number
}): Crms => {
  const { kinds, settings } = parts
  const opened = new Map(
    kinds.flatMap((kind) => {
      const own = settings[kind.settings]
      return own === undefined ? [] : [[kind.key, openCrm(kind, own, parts)] as const]
    }),
  )
  return { kinds, find: (key) => opened.get(key) }
}

const openCrm = (
  kind: ConnectorKind,
  settings: ConnectorSettings,
  { resolve, now }: { resolve: Resolve; now?: () => number },
): Crm => {
  const connector = kind.open(settings, now)
  const ownOrigins = Object.values(settings.origins ?? {}).map((origin) => new URL(origin).origin)
  /** Each keeps connections open, so accounts of the same hosts share one. */
  const clients = new Map<string, Http>()
  return {
    kind,
    connector,
    http: (grant) => {
      const hosts = connector.hosts(grant)
      const name = hosts.join(' ')
      const known = clients.get(name)
      if (known) return known
      if (clients.size >= maxClients) clients.clear()
      const http = guardedHttp({ resolve, hosts, ownOrigins })
      clients.set(name, http)
      return http
    },
  }
}

const maxClients = 500
