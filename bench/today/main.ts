import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { chromiumOptions } from '../../scripts/lib/browser.ts'
import { startProduct } from '../../scripts/product.ts'
import { listOf } from '../../tests/kit/journeys/lists.ts'
import { colleague } from '../../tests/kit/journeys/unreliable-network.ts'
import { tableOf } from '../support/table.ts'
import { worstExcess } from './plans.ts'
import { planToday, toDatedFollowUp, toLoggedVisit, toNextStop } from './presses.ts'

// npm run bench:today: presses of a rep's day from a cold start without a connection, in Chromium on the product with its demo, and the best
// order of twelve stops by the heuristic beside the exact order. --cases 300, --seed 7.

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '300' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
  },
})
const [cases, seed] = [Number(values.cases), Number(values.seed)]
const print = (line: string): void => void process.stdout.write(`${line}\n`)

const worst = worstExcess(cases, seed)
const product = await startProduct({ FIELDBOOK_DEMO: 'still' })
process.env['FIELDBOOK_URL'] = product.url
process.env['FIELDBOOK_DATA'] = product.data
const browser = await chromium.launch(chromiumOptions)
try {
  const phone = await browser.newContext({
    baseURL: product.url,
    locale: 'en-AU',
    timezoneId: 'Australia/Perth',
    viewport: { width: 390, height: 844 },
  })
  const rep = await colleague(phone, 'standard')
  rep.page.setDefaultTimeout(15_000)
  await planToday(rep.page, await listOf(rep, 'Tuesday', { size: 20 }))
  await rep.page.close()
  await phone.setOffline(true)
  const presses = {
    next_stop: await toNextStop(phone),
    visit: await toLoggedVisit(phone),
    follow_up: await toDatedFollowUp(phone),
  }
  print(
    tableOf(
      ['from a cold start offline', 'presses', 'at most'],
      [
        ['the next stop', String(presses.next_stop), '1'],
        ['a logged visit', String(presses.visit), '3'],
        ['a follow-up with its day', String(presses.follow_up), '4'],
      ],
    ),
  )
  print(
    `Heuristic beside the exact order of 12 stops, ${cases} cases, seed ${seed}: ${worst} % longer at worst, at most 3 %.`,
  )
  print(JSON.stringify({ presses, plan: { cases, worst_excess_pct: worst } }))
} finally {
  await browser.close()
  await product.stop()
}
