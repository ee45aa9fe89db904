import { join } from 'node:path'
import type { JWK } from 'jose'
import type { AppParts } from '../../server/app-parts.ts'
import { connectorKinds } from '../../server/connectors/registry.ts'
import { openCrms } from '../../server/crm/crms.ts'
import { openSeal } from '../../server/crm/seal.ts'
import { folderFiles } from '../../server/platform/vendors/files.ts'
import { guardedGet } from '../../server/platform/vendors/guarded-get.ts'
import { verifier } from '../../server/platform/http/identity.ts'
import { openMetrics } from '../../server/platform/metrics.ts'
import { readEnv, type Env } from '../../server/platform/process/env.ts'
import type { InstallationParts } from '../../server/routes/watching.ts'
import { noNames } from './connects.ts'
import { noPush } from './no-push.ts'
import { everyLimit } from './limits.ts'

export const testIssuer = 'https://clerk.test.example'

/** Of a machine without faults. */
export const installationParts = (given: Partial<InstallationParts> = {}): InstallationParts => ({
  env: readEnvOf({}),
  version: '1.2.3',
  build: () => 'b1',
  metrics: openMetrics(),
  disk: () => Promise.resolve({ free: 60e9, size: 100e9 }),
  ...given,
})

export const readEnvOf = (variables: Record<string, string>): Env => {
  const read = readEnv(variables)
  if ('problems' in read) throw new Error(read.problems.join('\n'))
  return read.env
}

/** Accepts tokens of one key, stores files in a folder, and has no rate limits. */
export const appParts = ({
  db,
  search,
  jwk,
  files,
}: Pick<AppParts, 'db' | 'search'> & { jwk: JWK; files: string }): AppParts => {
  return {
    db,
    search,
    verify: verifier({
      keys: { publicKeys: { keys: [jwk] } },
      issuers: [testIssuer],
      authorizedParties: ['http://localhost'],
    }),
    clerk: {
      roster: () => Promise.resolve({ organisation: null, members: [] }),
      rename: () => Promise.resolve(0),
      limitMembers: () => Promise.resolve(),
    },
    payments: null,
    now: Date.now,
    origin: 'http://localhost',
    extras: { posthog: false, productFruitsWorkspace: null, chat: null, contactSupport: null },
    crmKey: new Uint8Array(32),
    crms: openCrms({ kinds: connectorKinds, settings: {}, resolve: noNames }),
    crmSeal: openSeal([{ id: 'test', key: new Uint8Array(32).fill(5) }]),
    files: folderFiles(files),
    sources: {
      workFolder: join(files, 'imports'),
      folder: join(files, 'sources'),
      get: guardedGet(noNames, []),
      getFromBucket: null,
    },
    registers: { of: () => undefined },
    linkKey: new Uint8Array(32),
    post: null,
    push: noPush,
    supports: null,
    clerkProxy: null,
    clerkOrigin: null,
    clerkHosted: false,
    web: null,
    installation: installationParts(),
    limits: everyLimit(1_000_000),
  }
}
