import { defineConfig } from 'vitest/config'
import config from '../../vitest.config.ts'
import { root } from '../../scripts/lib/tools.ts'

const patienceMs = 300_000

/** What the tests find counts, not how soon: the machine may be busy. */
export default defineConfig({
  ...config,
  root,
  test: { ...config.test, testTimeout: patienceMs, hookTimeout: patienceMs },
})
