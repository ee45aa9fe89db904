import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { onlyOnPostgres, sameOnPostgres } from './scripts/lib/test-databases.ts'

const inNode = (name: string, more: { isolate?: boolean; exclude?: string[] } = {}) => ({
  extends: true as const,
  test: { name, include: [`tests/${name}/**/*.test.ts`], environment: 'node' as const, ...more },
})

const onPostgres = process.env['TEST_DATABASE_URL'] !== undefined

/** They need the nodes of a search cluster. */
const onlyOnOpenSearch = process.env['TEST_SEARCH_URL'] === undefined ? ['search/cluster/**'] : []

const excluded = [...(onPostgres ? sameOnPostgres : onlyOnPostgres), ...onlyOnOpenSearch].map(
  (files) => `tests/server/${files}`,
)

const longest = ['server/app/crash.test.ts', 'server/postgres/restarts.test.ts']

/** Vitest starts large files first; these are small and take long, so the last of them would run alone. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) =>
      longest.some((file) => moduleId.endsWith(file))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  plugins: [react()],
  test: {
    sequence: { sequencer: LongestFirst },
    globalSetup: ['./tests/kit/temporary-folder.ts', './tests/kit/postgres-template.ts'],
    // Each server test may hold an embedded database of some 300 MB; more than two at once starve each other.
    maxWorkers: onPostgres ? 3 : 2,
    // Of the heap; a new process takes the next file. Contexts of files that have ended are not all freed.
    vmMemoryLimit: '1GB',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    teardownTimeout: 10_000,
    projects: [
      // Their imports hold no state, and importing them again for each file takes longer than many of the tests.
      inNode('contract', { isolate: false }),
      inNode('server', { isolate: false, exclude: excluded }),
      inNode('demo', { isolate: false }),
      inNode('emulators', { isolate: false }),
      inNode('scripts', { isolate: false }),
      inNode('house', { isolate: false }),
      inNode('sw', { isolate: false }),
      {
        extends: true,
        test: {
          name: 'spec',
          include: ['tests/spec/*.spec.ts'],
          environment: 'node',
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'spec-screens',
          include: ['tests/spec/*.spec.tsx'],
          environment: 'happy-dom',
          setupFiles: ['tests/kit/screens/set-up.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'src',
          include: ['tests/src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          // A window and modules for each file, in one process: starting a process takes longer than many of the tests.
          pool: 'vmForks',
          setupFiles: ['tests/kit/screens/set-up.ts'],
        },
      },
    ],
  },
})
