import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '../../server/platform/db/db.ts'
import { chance } from '../../tests/kit/chance.ts'
import { openWalks } from '../../tests/kit/payments/walk.ts'

/**
 * Walks of an organisation through trial, checkout, changes, failed payments, add-ons, refunds and disputes, while webhooks are lost,
 * doubled, late and out of order and the server is killed. `--walks n` sets how many, `--seed n` repeats a run.
 */
const { values: options } = parseArgs({
  options: {
    walks: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '18' },
    from: { type: 'string', default: '0' },
  },
})
const count = Number(options.walks)
const seed = Number(options.seed)
const first = Number(options.from)
const say = (text: string): void => void process.stdout.write(`${text}\n`)

const began = performance.now()
const folder = mkdtempSync(join(tmpdir(), 'fieldbook-bench-billing-'))
const walks = await openWalks(await openDatabase({ folder: join(folder, 'database') }))
const sums = { events: 0, granted_unpaid: 0, paid_not_granted: 0, doubled: 0, diverged: 0 }
say(`Seed ${seed}`)
for (let walk = first; walk < first + count; walk += 1) {
  const { steps, events, grantedUnpaid, paidNotGranted, doubled, diverged } = await walks.walk(
    chance(seed * 100_000 + walk),
  )
  sums.events += events
  sums.granted_unpaid += grantedUnpaid.length
  sums.paid_not_granted += paidNotGranted.length
  sums.doubled += doubled.length
  sums.diverged += diverged.length
  const faults = [...grantedUnpaid, ...paidNotGranted, ...doubled, ...diverged]
  if (faults.length > 0) say(`Walk ${walk} (${steps.join(', ')}): ${faults.join('; ')}`)
  if ((walk + 1) % 100 === 0) say(`${walk + 1 - first} walks`)
}
await walks.close()
rmSync(folder, { recursive: true, force: true })
say(
  JSON.stringify({
    walks: count,
    ...sums,
    seconds: Math.round((performance.now() - began) / 1000),
  }),
)
