import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Trial } from './simulation.ts'

const folder = join(import.meta.dirname, 'regressions')

/** They once failed, and run before all others. */
export const regressions = (): Trial[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.json'))
        .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
    : []

export const remember = (trial: Trial): void => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `seed-${trial.seed}.json`), `${JSON.stringify(trial)}\n`)
}
