import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findPostgres } from '../../scripts/lib/system-packages.ts'
import { chance } from '../../tests/kit/chance.ts'
import { cutPower, recordWrites } from '../../tests/kit/power/cuts.ts'
import { openBlockDevice } from './block-device.ts'
import { cutPostgres } from './postgres.ts'

// npm run test:power -- [--cuts 50] [--seed 1] [--only embedded|postgres]: cuts the power under writes and counts what
// was acknowledged and is lost. The embedded database writes to a disk that forgets what was not synced, PostgreSQL to an
// ext4 file system that the kernel stops (root on Linux, with perl). The last line is JSON.

const { values } = parseArgs({
  options: {
    cuts: { type: 'string', default: '50' },
    seed: { type: 'string' },
    only: { type: 'string' },
  },
})
// Before PostgreSQL's own folder takes its place.
const temporary = tmpdir()
const cuts = Number(values.cuts)
const seed = Number(values.seed ?? Date.now() % 1_000_000)
const print = (line: string): void => void process.stdout.write(`${line}\n`)
const isSelected = (part: string): boolean => values.only === undefined || values.only === part

const onEmbedded = async () => {
  const recorded = await recordWrites(Math.max(100, cuts * 4))
  print(`embedded: ${recorded.calls.length} calls of files recorded`)
  const found = await cutPower(recorded, { cuts, seed })
  print(`embedded: ${JSON.stringify(found)}`)
  const mutant = await cutPower(recorded, { cuts: 1, seed, ignoresFsync: true })
  print(`a disk that ignores fsync: ${JSON.stringify(mutant)}`)
  return { ...found, caught: mutant.lost > 0 }
}

const onDevice = async (programs: string, options: Parameters<typeof cutPostgres>[2]) => {
  const folder = mkdtempSync(join(temporary, 'fieldbook-power-'))
  // PostgreSQL runs as another user than root.
  chmodSync(folder, 0o711)
  const device = await openBlockDevice(folder)
  try {
    return device && (await cutPostgres(programs, device, options))
  } finally {
    await device?.remove()
    rmSync(folder, { recursive: true })
  }
}

const onPostgres = async () => {
  const programs = findPostgres()
  const found =
    programs === undefined
      ? null
      : await onDevice(programs, {
          cuts,
          chance: chance(seed),
          onCut: ({ cuts: done, acked, lost }) => {
            if ((done + 1) % 10 === 0)
              print(`postgres: ${done + 1} cuts, ${acked} acknowledged, ${lost} lost`)
          },
        })
  if (programs === undefined || found === null) {
    print('PostgreSQL left out: it needs PostgreSQL, and root on Linux with perl.')
    return undefined
  }
  print(`postgres: ${JSON.stringify(found)}`)
  const settings = ['fsync=off', 'synchronous_commit=off']
  const mutant = await onDevice(programs, { cuts: 1, chance: chance(seed), settings })
  print(`fsync off: ${JSON.stringify(mutant)}`)
  return { ...found, caught: (mutant?.lost ?? 0) > 0 }
}

print(`seed ${seed}`)
const embedded = isSelected('embedded') ? await onEmbedded() : undefined
const postgres = isSelected('postgres') ? await onPostgres() : undefined
print(JSON.stringify({ seed, embedded, postgres }))
const isRight = [embedded, postgres].every(
  (found) =>
    found === undefined || (found.caught && found.lost + found.torn + found.unopened === 0),
)
process.exitCode = isRight ? 0 : 1
