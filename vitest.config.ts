import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const inNode = (name: string, more: { isolate?: boolean; exclude?: string[] } = {}) => ({
  extends: true as const,
  test: { name, include: [`tests/${name}/**/*.test.ts`], environment: 'node' as const, ...more },
})

// They inject faults into a PostgreSQL server of their own, and count in the run that says whether there is one.
const onlyOnPostgres =
  process.env['TEST_DATABASE_URL'] === undefined ? ['tests/server/postgres/**'] : []

export default defineConfig({
  plugins: [react()],
  test: {
    globalSetup: ['./tests/kit/temporary-folder.ts', './tests/kit/postgres-template.ts'],
    // A test and its database take turns, so three keep two cores busy. Each may hold a database of some 300 MB.
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    teardownTimeout: 10_000,
    projects: [
      // Their imports hold no state, and importing them again for each file takes longer than many of the tests.
      inNode('contract', { isolate: false }),
      inNode('server', { isolate: false, exclude: onlyOnPostgres }),
      inNode('demo', { isolate: false }),
      inNode('emulators', { isolate: false }),
      inNode('scripts', { isolate: false }),
      inNode('house'),
      inNode('sw', { isolate: false }),
      {
        extends: true,
        test: {
          name: 'src',
          include: ['tests/src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: ['tests/kit/screens/set-up.ts'],
        },
      },
    ],
  },
})
