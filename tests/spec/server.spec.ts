import { afterAll, beforeAll } from 'vitest'
import { openLog } from '../../server/platform/process/log.ts'
import { startBillingApp, type BillingApp } from '../kit/billing.ts'
import { product } from './1-product.ts'
import { rules } from './5-rules.ts'
import { roles } from './6-roles.ts'
import { calls } from './7-calls.ts'

// The sections that ask the server share one app.
let app: BillingApp
const lines: string[] = []
beforeAll(async () => {
  app = await startBillingApp({
    companies: 60,
    people: 300,
    asSold: false,
    webhooks: false,
    parts: { log: openLog('warn', { write: (line) => void lines.push(line) }) },
  })
}, 120_000)
afterAll(() => app.close())

product(() => app)
rules(() => app)
roles(() => app)
calls(() => app, lines)
