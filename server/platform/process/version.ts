import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'

/** Of this release, as in package.json. */
export const readVersion = (): string =>
  z.parse(
    z.object({ version: z.string() }),
    JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')),
  ).version
