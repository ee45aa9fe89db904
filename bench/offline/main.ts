import { regressions, remember } from './regressions.ts'
import { simulate, type Findings, type Trial } from './simulation.ts'

// Edits on a network that comes and goes, at full volume. The last line is JSON; every seed is printed and repeats its trial.

const SEEDS = 20
const FLAPS = 20_000
const print = (line = '') => process.stdout.write(`${line}\n`)

const first = Number(process.argv[2] ?? 1)
const flaps = Number(process.argv[3] ?? FLAPS)
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

const simulated = {
  flaps: sum(({ flaps }) => flaps),
  edits: sum(({ edits }) => edits),
  lost: sum(({ lost, unsent }) => lost + unsent),
  doubled: sum(({ doubled }) => doubled),
  diverged: sum(({ diverged, hidden }) => diverged + hidden),
  drain_s: Math.max(...all.map(({ drainS }) => Math.round(drainS * 100) / 100)),
}
print(JSON.stringify({ simulated, browser: null }))
const held =
  simulated.lost + simulated.doubled + simulated.diverged === 0 &&
  simulated.drain_s <= 5 &&
  broken.doubled > 0
process.exitCode = held ? 0 : 1
