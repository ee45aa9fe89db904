import { findPostgres } from '../../scripts/lib/system-packages.ts'
import { startThrowawayPostgres } from '../../scripts/lib/throwaway-postgres.ts'

/** Prints the result as one line of JSON; fails when PostgreSQL is not installed. */
export const onOwnPostgres = async (
  settings: readonly string[],
  measure: (url: string) => Promise<object>,
): Promise<void> => {
  const programs = findPostgres()
  if (programs === undefined) {
    process.stdout.write(
      'This bench needs a PostgreSQL server (Debian and Ubuntu: sudo apt-get install postgresql).\n',
    )
    process.exitCode = 1
    return
  }
  const server = await startThrowawayPostgres(programs, settings)
  try {
    process.stdout.write(`${JSON.stringify(await measure(server.url))}\n`)
  } finally {
    await server.stop()
  }
}
