import { defineConfig } from '@playwright/test'
import { chromiumOptions } from './scripts/lib/browser.ts'
import { takeOwnProduct } from './scripts/lib/own-product.ts'

takeOwnProduct()

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  globalSetup: './tests/kit/journeys/product.ts',
  // Journeys of one product run in turn, since they share its data; each worker has a product of its own. A flaky journey has failed.
  workers: 1,
  fullyParallel: false,
  retries: 0,
  forbidOnly: process.env['CI'] !== undefined,
  // Only what hangs fails; how fast screens are is measured in bench/.
  timeout: 300_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    // In a worker, its product's.
    baseURL: process.env['FIELDBOOK_URL'] ?? 'http://localhost:3000',
    locale: 'en-AU',
    timezoneId: 'Australia/Perth',
    screenshot: 'only-on-failure',
    launchOptions: chromiumOptions,
  },
})
