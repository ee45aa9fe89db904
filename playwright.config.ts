import { defineConfig } from '@playwright/test'
import { chromiumOptions } from './scripts/lib/browser.ts'

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  globalSetup: './tests/kit/journeys/product.ts',
  // Journeys of one product run in turn, since they share its data; `npm test` runs two shards at once. A flaky journey has failed.
  workers: 1,
  fullyParallel: false,
  retries: 0,
  forbidOnly: process.env['CI'] !== undefined,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    // Set by the product's start, before any test.
    baseURL: process.env['FIELDBOOK_URL'] ?? 'http://localhost:3000',
    locale: 'en-AU',
    timezoneId: 'Australia/Perth',
    screenshot: 'only-on-failure',
    // Without it a run is a third faster, and some journeys press what does not answer yet.
    trace: 'retain-on-failure',
    launchOptions: chromiumOptions,
  },
})
