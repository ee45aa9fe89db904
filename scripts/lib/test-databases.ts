// Folders and files of tests/server.

/** The first inject faults into a PostgreSQL server of their own. The others take long, and need many connections to find most. */
export const onlyOnPostgres = [
  'postgres/**',
  'app/crash.test.ts',
  'app/twins.test.ts',
  'app/walks.test.ts',
  'billing/faults.test.ts',
  'credits/once.test.ts',
  'crm/activities-unanswered.test.ts',
]

/** They use no database, or always the embedded one; or they take long, and what they test is above the database. */
export const sameOnPostgres = [
  'agents/delivery-time.test.ts',
  'agents/time.test.ts',
  'app/roles.test.ts',
  'catalog/**',
  'connectors/**',
  'credits/operating.test.ts',
  'crm/repeat-reads.test.ts',
  'importers/command.test.ts',
  'platform/db/database-stalled.test.ts',
  'platform/db/full-disk.test.ts',
  'platform/db/power-cut.test.ts',
  'platform/http/pumped-requests.test.ts',
  'platform/http/rate-limits.test.ts',
  'platform/http/regexes.test.ts',
  'platform/http/slow-requests.test.ts',
  'platform/process/**',
  'prompt-search/doubt.test.ts',
  'prompt-search/fuzz.test.ts',
  'prompt-search/parse.test.ts',
  'push/crashes.test.ts',
  'push/private-addresses.test.ts',
  'records/rows.test.ts',
  'search/autocomplete.test.ts',
  'search/conformance.test.ts',
  'search/counts.test.ts',
  'search/options.test.ts',
  'sources/guarded-get.test.ts',
  'text/**',
  'uploads/hostile-files.test.ts',
  'uploads/match-rows.test.ts',
  'uploads/read-file.test.ts',
  'uploads/spreadsheets.test.ts',
]
