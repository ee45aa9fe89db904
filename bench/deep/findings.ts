/** A finding of the attack on commit 20a85a5, and the tests that hold it closed: `title` is a part of theirs. */
export type Finding = {
  finding: number
  what: string
  tests: readonly { file: string; title: string }[]
}

const outage = 'tests/server/postgres/outage.test.ts'
const fence = 'tests/server/records/contact-fence.test.ts'
const guesser = 'tests/server/uploads/guesser.test.ts'
const misses = 'tests/server/uploads/misses.test.ts'
const hostileFiles = 'tests/server/uploads/hostile-files.test.ts'
const room = 'tests/server/uploads/room.test.ts'
const pumped = 'tests/server/platform/http/pumped-requests.test.ts'
const slow = 'tests/server/platform/http/slow-requests.test.ts'
const caller = 'tests/server/platform/http/caller-address.test.ts'
const limits = 'tests/server/platform/http/rate-limits.test.ts'
const identity = 'tests/server/platform/http/identity.test.ts'
const surface = 'tests/server/app/surface.test.ts'
const stalled = 'tests/server/platform/db/database-stalled.test.ts'
const removal = 'tests/server/person-removal/person-removal.test.ts'

export const findings: readonly Finding[] = [
  {
    finding: 1,
    what: 'a restart of PostgreSQL ends the server process',
    tests: [
      {
        file: 'tests/server/postgres/restarts.test.ts',
        title: 'stays up, loses no request, charges none twice and answers 503 meanwhile',
      },
      { file: outage, title: 'if its session is terminated between statements, and recovers' },
    ],
  },
  {
    finding: 2,
    what: 'contact details that were not paid for are in files',
    tests: [
      { file: fence, title: 'are left out of a file that is rebuilt after listed numbers' },
      { file: fence, title: 'cost a credit although the organisation’s own check lists' },
      { file: fence, title: 'are hidden from the application role' },
      {
        file: 'tests/server/records/contact-walk.test.ts',
        title: 'are in no answer and no file, whatever its admin does',
      },
    ],
  },
  {
    finding: 3,
    what: 'matching a file confirms addresses of locked people',
    tests: [
      { file: guesser, title: 'gets the same answers for right and wrong guesses' },
      { file: misses, title: 'are looked up until the organisation’s daily limit' },
    ],
  },
  {
    finding: 4,
    what: 'one workbook stops the previews of all organisations',
    tests: [
      { file: hostileFiles, title: '50 blank sheets that share one entry of 60 MB' },
      { file: hostileFiles, title: 'is refused as too large when its thread exceeds its time' },
      { file: hostileFiles, title: 'is read before all hostile files of the first organisation' },
    ],
  },
  {
    finding: 5,
    what: 'a header with blanks blocks the server',
    tests: [
      { file: pumped, title: 'take linear time in every header' },
      { file: slow, title: 'get 431 if the headers exceed 8 KB' },
    ],
  },
  {
    finding: 6,
    what: 'calls get 500 without Retry-After while PostgreSQL is stopped',
    tests: [{ file: outage, title: 'while PostgreSQL is stopped, and 200 after its start' }],
  },
  {
    finding: 7,
    what: 'calls hang while PostgreSQL hangs',
    tests: [{ file: outage, title: 'while PostgreSQL hangs' }],
  },
  {
    finding: 8,
    what: 'a caller chooses the address in the audit log and for limits',
    tests: [
      { file: caller, title: 'is an address in the audit log, even with a forged header' },
      { file: caller, title: 'is one rate limit key for a caller who forges' },
    ],
  },
  {
    finding: 9,
    what: 'the log holds working links and names of people',
    tests: [
      {
        file: 'tests/server/platform/process/log.test.ts',
        title: 'holds no query, link, token, name, email address',
      },
    ],
  },
  {
    finding: 10,
    what: 'text typed into searches of options stays after a sign-out',
    // In the browser: tests/e2e/sign-out.spec.ts, of promise I15.
    tests: [
      { file: 'tests/sw/routes.test.ts', title: 'with a typed term goes to the network only' },
    ],
  },
  {
    finding: 11,
    what: 'the emulator of Clerk serves other machines',
    tests: [
      {
        file: 'tests/emulators/clerk-folder.test.ts',
        title: 'the emulator refuses to start where other machines reach it',
      },
    ],
  },
  {
    finding: 12,
    what: 'a stalled embedded database fails every call until a restart by hand',
    tests: [
      { file: stalled, title: 'rejects the stalled statement and all later ones as unavailable' },
      { file: stalled, title: 'returns 503 with Retry-After from endpoints, /ready and /health' },
      { file: stalled, title: 'exits with code 1 and a reason' },
    ],
  },
  {
    finding: 13,
    what: 'an estimate says whether a number belongs to a locked person',
    tests: [{ file: fence, title: 'do not change an estimate if the organisation’s own check' }],
  },
  {
    finding: 14,
    what: 'a workbook takes more memory than promised',
    tests: [{ file: hostileFiles, title: 'MB while a thread reads' }],
  },
  {
    finding: 15,
    what: 'a removal leaves names of files with an address',
    tests: [
      { file: removal, title: 'is in no table and no file afterwards' },
      { file: removal, title: 'is recognised in quenbyc@mail.example.csv' },
    ],
  },
  {
    finding: 16,
    what: 'devices do not follow the hours that an admin sets',
    tests: [
      {
        file: 'tests/src/app/gate-warm-start.test.tsx',
        title: 'is read-only after 24 h, and not before, if the organisation chose 24 h',
      },
    ],
  },
  {
    finding: 17,
    what: 'half-sent bodies are held for ever',
    tests: [{ file: slow, title: 'get 408 if the body stays incomplete' }],
  },
  {
    finding: 18,
    what: 'bad tokens, links and webhooks have no limit, and a restart forgets limits',
    tests: [
      { file: limits, title: 'refuse bad tokens from the 301st in a minute' },
      { file: limits, title: 'refuse forged file links and unknown addresses' },
      { file: limits, title: 'count webhooks separately' },
      { file: limits, title: 'refuse an organisation beyond ten members’ limit' },
      { file: limits, title: 'survive a restart of the server' },
      { file: limits, title: 'count the records that a device downloads, not its calls' },
    ],
  },
  {
    finding: 19,
    what: 'a forged Host is in answers and goes to Clerk',
    tests: [
      { file: surface, title: 'names its own origin in the problem of' },
      { file: surface, title: 'sends Clerk its own origin, not a forged Host header’s' },
    ],
  },
  {
    finding: 20,
    what: 'any issuer counts, and so does a withdrawn key',
    tests: [
      {
        file: 'tests/emulators/clerk-connection.test.ts',
        title: "session tokens must come from the publishable key's Frontend API",
      },
      { file: surface, title: 'refuses tokens of its own key under another issuer, or none' },
      { file: identity, title: 'refuses a token of another site, issuer or key' },
      { file: identity, title: 'trusts a withdrawn key for ten minutes at most' },
    ],
  },
  {
    finding: 21,
    what: 'a link outlives the membership of its member',
    tests: [
      {
        file: 'tests/server/downloads/links.test.ts',
        title: 'is refused once its member is removed',
      },
    ],
  },
  {
    finding: 22,
    what: 'cells are formulas where semicolons part lists or blanks precede',
    tests: [
      { file: 'tests/server/uploads/spreadsheets.test.ts', title: 'holds no formula and round' },
      { file: 'tests/server/uploads/spreadsheets.test.ts', title: 'escapes a formula in a cell' },
    ],
  },
  {
    finding: 23,
    what: 'a database that cannot be written shows a stack',
    tests: [
      { file: 'tests/scripts/sentences.test.ts', title: 'of the database belongs to another user' },
    ],
  },
  {
    finding: 24,
    what: 'a clock that was set back keeps contact details on a device',
    tests: [
      {
        file: 'tests/src/offline/old-contacts.test.ts',
        title: 'are deleted after 7 days although the clock was set back',
      },
    ],
  },
  {
    finding: 25,
    what: 'the policy refuses the bot protection of the hosted Clerk',
    tests: [{ file: surface, title: 'allows the bot protection of the hosted Clerk only' }],
  },
  {
    finding: 26,
    what: 'uploads are kept for ever and without a limit',
    tests: [
      { file: room, title: 'lose the bytes of a matched file after' },
      { file: room, title: 'are deleted completely if they were never matched' },
      { file: room, title: 'comes with its plan: 413 states the usage' },
    ],
  },
]
