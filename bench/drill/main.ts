import { findPostgres } from '../../scripts/lib/system-packages.ts'
import { startThrowawayPostgres } from '../../scripts/lib/throwaway-postgres.ts'
import { drill, say, type Drilled } from './drill.ts'

/**
 * The drill of an operator, on throwaway data: a busy installation is backed up, lost and restored elsewhere by the commands of
 * docs/operations.md; on PostgreSQL too, where it is installed, and then moved to the embedded database and back. The last line is
 * one JSON object; any difference fails the drill.
 */
const began = performance.now()
const results: Record<string, Drilled> = { embedded: await drill(null) }
const programs = findPostgres()
if (programs === undefined) say('PostgreSQL isn’t installed: its drill and the moves are skipped.')
else {
  const server = await startThrowawayPostgres(programs)
  try {
    results['postgres'] = await drill(server.url)
  } finally {
    await server.stop()
  }
}
const differences = Object.values(results).reduce((sum, each) => sum + each.differences.length, 0)
const seconds = Math.round((performance.now() - began) / 100) / 10
say(JSON.stringify({ differences, seconds, ...results }))
process.exitCode = differences === 0 ? 0 : 1
