import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Trial } from './simulation.ts'

const folder = join(import.meta.dirname, 'regressions')

/** Trials that once went wrong; they run before any other. */
export const regressions = (): Trial[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.json'))
        .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
    : []

/** Keeps a trial that went wrong. */
export const remember = (trial: Trial): void => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `seed-${trial.seed}.json`), `${JSON.stringify(trial)}\n`)
}
