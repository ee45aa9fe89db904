import { createHash, randomBytes } from 'node:crypto'
import { onTestFinished } from 'vitest'
import type { CrmEmulator } from '../../../emulators/crm/core/types.ts'
import { guardedHttp } from '../../../server/connectors/guarded-http.ts'
import type { Http } from '../../../server/connectors/http.ts'
import type { Api, Connector, ConnectorKind, Grant } from '../../../server/connectors/port.ts'
import { resolveName } from '../../../server/platform/vendors/guarded-post.ts'
import { decide } from './decide.ts'

export const redirect = 'https://fieldbook.example/crm/return'

export type Opened = { emulator: CrmEmulator; connector: Connector; http: Http }
export type Connected = Opened & { api: Api; grant: Grant }

/** Started for one test. */
export const openConnector = async (
  kind: ConnectorKind,
  start: () => Promise<CrmEmulator>,
): Promise<Opened> => {
  const emulator = await start()
  onTestFinished(() => emulator.close())
  return { emulator, connector: kind.open(emulator.settings, emulator.now), http: httpOf(emulator) }
}

export const httpOf = ({ url }: CrmEmulator): Http =>
  guardedHttp({ resolve: resolveName, hosts: [], ownOrigins: [url] })

export type Attempt = { code: string; verifier: string; redirect: string; hint?: string }

/** Up to the code. */
export const allowAccess = async (
  connector: Connector,
  options: { hint?: string | undefined; user?: string | undefined } = {},
): Promise<Attempt> => {
  const hint = options.hint === undefined ? {} : { hint: options.hint }
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const state = randomBytes(8).toString('hex')
  const url = connector.oauth.authorize({ state, challenge, redirect, ...hint })
  const query = await decide(url, 'allow', options.user)
  if (query.get('state') !== state) throw new Error('The state did not return.')
  return { code: query.get('code') ?? '', verifier, redirect, ...hint }
}

export const signIn = async (
  { connector, http }: Opened,
  options?: { hint?: string | undefined; user?: string | undefined },
): Promise<Grant> => connector.oauth.redeem(http, await allowAccess(connector, options))

/** Signed in, with our own key field if the CRM has one. */
export const connect = async (
  kind: ConnectorKind,
  start: () => Promise<CrmEmulator>,
  hint?: string,
): Promise<Connected> => {
  const opened = await openConnector(kind, start)
  const grant = await signIn(opened, { hint })
  const api = { http: opened.http, grant }
  const { objects, ownKey } = opened.connector
  await ownKey?.ensure(api, objects.company)
  for (const object of objects.person)
    if (ownKey?.field[object] !== undefined) await ownKey.ensure(api, object)
  return { ...opened, api, grant }
}
