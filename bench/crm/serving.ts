import type { FastifyInstance } from 'fastify'
import { buildApp } from '../../server/app.ts'
import { connectorKinds } from '../../server/connectors/registry.ts'
import { openCrms, type Crms } from '../../server/crm/crms.ts'
import type { Database } from '../../server/platform/db/db.ts'
import { resolveName } from '../../server/platform/vendors/guarded-post.ts'
import type { SearchEngine } from '../../server/search/engine.ts'
import { appParts } from '../../tests/kit/app-parts.ts'
import type { Clock } from './clock.ts'
import type { Orders } from './orders.ts'

export const openServer = (
  db: Database,
  { jwk, files, settings }: Pick<Orders, 'jwk' | 'files' | 'settings'>,
  { now, wait }: Clock,
  watch: (crms: Crms) => Crms = (crms) => crms,
): Promise<FastifyInstance> =>
  buildApp({
    ...appParts({ db, search: noSearch, jwk, files }),
    now,
    crms: watch(openCrms({ kinds: connectorKinds, settings, resolve: resolveName, now })),
    crmWait: wait,
  })

/** Requests name records by id. */
const noSearch = new Proxy({} as SearchEngine, {
  get: () => () => Promise.reject(new Error('This bench does not search.')),
})
