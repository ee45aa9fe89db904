import { flapInBrowser, type BrowserFindings } from './browser.ts'
import { openProduct } from './product.ts'
import { regressions, remember } from '../../tests/kit/offline/regressions.ts'
import { simulate, type Findings, type Trial } from '../../tests/kit/offline/simulation.ts'

// npm run bench:offline -- [first seed] [flaps simulated] [flaps in a browser]: edits on an unreliable network at
// full volume. The last line is JSON; every seed is printed and repeats its trial.

const SEEDS = 20
const FLAPS = 20_000
const BROWSER_FLAPS = 1_000
const print = (line = '') => process.stdout.write(`${line}\n`)

const first = Number(process.argv[2] ?? 1)
const flaps = Number(process.argv[3] ?? FLAPS)
const browserFlaps = Number(process.argv[4] ?? BROWSER_FLAPS)
const trials: Trial[] = Array.from({ length: SEEDS }, (_, index) => ({
  seed: first + index,
  flaps: Math.ceil(flaps / SEEDS),
  // Every fourth device has no Web Locks: two tabs send at once.
  locks: index % 4 !== 3,
}))

print('  seed  flaps  edits  requests  cut (applied)  reloads  lost  doubled  diverged  drain')
const all: Findings[] = []
for (const trial of [...regressions(), ...trials]) {
  const found = await simulate(trial)
  print(
    [
      String(found.seed).padStart(6),
      String(found.flaps).padStart(6),
      String(found.edits).padStart(6),
      String(found.requests).padStart(9),
      `${found.cut} (${found.cutAfter})`.padStart(14),
      String(found.reloads).padStart(8),
      String(found.lost).padStart(5),
      String(found.doubled).padStart(8),
      String(found.diverged).padStart(9),
      `${found.drainS.toFixed(1)} s`.padStart(6),
      trial.locks === false ? '  without locks' : '',
    ].join(' '),
  )
  for (const note of found.notes) print(`         ${note}`)
  if (found.lost + found.doubled + found.diverged + found.hidden + found.unsent > 0) remember(trial)
  all.push(found)
}

const sum = (of: (found: Findings) => number): number =>
  all.reduce((total, found) => total + of(found), 0)
const broken = await simulate({ seed: 1, flaps: 500, idempotent: false })
print(
  `\nThe same with a server that forgets its keys: ${broken.doubled} doubled of ${broken.edits}.`,
)

const product = await openProduct()
const inBrowser = async (trial: Parameters<typeof flapInBrowser>[1]): Promise<BrowserFindings> => {
  const found = await flapInBrowser(product, trial)
  const { edits, requests, cut, reloads, lost, doubled, diverged } = found
  print(
    `  ${trial.idempotent === false ? 'the same with a server that forgets its keys' : `seed ${trial.seed}`}: ${trial.flaps} flaps, ${edits} edits, ${requests} requests, ${cut} cut, ${reloads} reloads; ${lost} lost, ${doubled} doubled, ${diverged} diverged; empty after ${found.drainS.toFixed(1)} s`,
  )
  for (const note of found.notes) print(`         ${note}`)
  return found
}
print('\nTwo tabs of one person in Chromium, on the product:')
const [seen, brokenSeen] = await (async () => {
  try {
    return [
      await inBrowser({ seed: first, flaps: browserFlaps }),
      await inBrowser({ seed: first, flaps: 50, idempotent: false }),
    ] as const
  } finally {
    await product.stop()
  }
})()

const inSeconds = (value: number): number => Math.round(value * 100) / 100
const simulated = {
  flaps: sum(({ flaps }) => flaps),
  edits: sum(({ edits }) => edits),
  lost: sum(({ lost, unsent }) => lost + unsent),
  doubled: sum(({ doubled }) => doubled),
  diverged: sum(({ diverged, hidden }) => diverged + hidden),
  drain_s: Math.max(...all.map(({ drainS }) => inSeconds(drainS))),
}
const browser = {
  flaps: seen.flaps,
  edits: seen.edits,
  lost: seen.lost,
  doubled: seen.doubled,
  diverged: seen.diverged,
  drain_s: inSeconds(seen.drainS),
}
print(JSON.stringify({ simulated, browser }))
const passed = [simulated, browser].every(
  (side) => side.lost + side.doubled + side.diverged === 0 && side.drain_s <= 5,
)
process.exitCode = passed && broken.doubled > 0 && brokenSeen.doubled > 0 ? 0 : 1
