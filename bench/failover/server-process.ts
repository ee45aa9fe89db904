import { startServer } from '../../server/main.ts'
import { readEnv } from '../../server/platform/process/env.ts'
import { openLog } from '../../server/platform/process/log.ts'
import { testIssuer } from '../../tests/kit/app-parts.ts'
import { everyLimit } from '../../tests/kit/limits.ts'

// The server of the product with a page of its own and the tokens of the bench; runs until it is killed or ended.

const { DIST: dist = '', JWKS: jwksUrl = '' } = process.env
const read = readEnv(process.env)
if ('problems' in read) throw new Error(read.problems.join('\n'))
const server = await startServer({
  env: read.env,
  clerk: {
    publishableKey: 'pk_test',
    secretKey: 'sk_test',
    apiUrl: jwksUrl,
    jwksUrl,
    issuers: [testIssuer],
    proxyTarget: undefined,
    frontendApi: undefined,
  },
  payments: null,
  crms: {},
  demo: {
    contactSales: '',
    load: async () => {},
    routes: () => async () => {},
    start: () => ({ stop: async () => {} }),
  },
  dist,
  log: openLog('fatal'),
  limits: everyLimit(1_000_000),
  onProgress: () => {},
  onDatabaseLost: () => process.exit(1),
})
process.send?.('listening')
process.on('SIGTERM', () => void server.close().then(() => process.exit(0)))
