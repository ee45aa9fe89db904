import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { clerkJsPrecache } from '../../scripts/clerk-js-assets.ts'

const manifest = createRequire(import.meta.url).resolve('@clerk/clerk-js/package.json')
const core = readFileSync(join(dirname(manifest), 'dist', 'clerk.browser.js'), 'utf8')

test('clerk-js loads every chunk that the worker precaches by the name it has in the package', () => {
  const names = clerkJsPrecache().map((url) => /([\w-]+)_clerk\.browser_/.exec(url)?.[1])
  const worded = names.filter((name) => name !== undefined && !/^\d+$/.test(name))
  expect(worded.length).toBeGreaterThan(10)
  for (const name of worded) expect(core).toContain(`:"${name}"`)
})
