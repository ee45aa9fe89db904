import { findPostgres, howToInstall } from '../../scripts/lib/system-packages.ts'
import { onlyOnPostgres } from '../../scripts/lib/test-databases.ts'
import { startThrowawayPostgres } from '../../scripts/lib/throwaway-postgres.ts'

/** Whether a test runs on a PostgreSQL server only. */
export const needsPostgres = (file: string): boolean =>
  onlyOnPostgres.some((name) => file.startsWith(`tests/server/${name.replace('**', '')}`))

/** With a server of its own, named by the variables that `work` gets. Throws without PostgreSQL. */
export const onPostgres = async <Result>(
  work: (env: Record<string, string>) => Promise<Result>,
): Promise<Result> => {
  const programs = findPostgres()
  if (programs === undefined) throw new Error(howToInstall.postgresql)
  const server = await startThrowawayPostgres(programs)
  try {
    return await work({ TEST_DATABASE_URL: server.url })
  } finally {
    await server.stop()
  }
}
