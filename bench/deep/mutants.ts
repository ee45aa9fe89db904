/** A bug that a check of its promise must notice. */
export type Mutant = {
  promise: `I${number}`
  bug: string
  check: string
} &
  /** `named`: a part of the titles of the tests that are run; absent: all of the check. */
  (
    | { edit: { file: string; from: string; to: string }; named?: string }
    /** The check itself plants the bug, in the test of this title. */
    | { test: string }
  )

/** A bug of I9, I15, I16 or I28 is planted where a test without a browser notices it too. */
export const mutants: readonly Mutant[] = [
  {
    promise: 'I1',
    bug: 'a charge reserves twice',
    check: 'tests/server/credits/model.test.ts',
    test: 'fails this check if a charge reserves twice',
  },
  {
    promise: 'I1',
    bug: 'a release does nothing',
    check: 'tests/server/credits/model.test.ts',
    test: 'fails this check if a release does nothing',
  },
  {
    promise: 'I2',
    bug: 'a charge loses its delivery',
    check: 'tests/server/app/deliveries.test.ts',
    test: 'fail this check if a charge lost its delivery, or a delivery its charge',
  },
  {
    promise: 'I3',
    bug: 'answers are not stored under their keys',
    check: 'tests/server/app/crash.test.ts',
    test: 'fails this check if answers are not stored',
  },
  {
    promise: 'I4',
    bug: 'statements commit alone',
    check: 'tests/server/downloads/crashes.test.ts',
    test: 'fails this check',
  },
  {
    promise: 'I5',
    bug: 'the lease of a job lasts five minutes',
    check: 'tests/server/platform/db/queue-orphans.test.ts',
    edit: {
      file: 'server/platform/db/queue.ts',
      from: 'const leaseSeconds = 30',
      to: 'const leaseSeconds = 300',
    },
  },
  {
    promise: 'I6',
    bug: 'a late worker counts as the worker that has the request',
    check: 'tests/server/downloads/races.test.ts',
    edit: {
      file: 'server/downloads/store.ts',
      from: 'request?.run !== run.run || !isOpen(request)',
      to: 'request === undefined || !isOpen(request)',
    },
  },
  {
    promise: 'I7',
    bug: 'keys are ignored',
    check: 'tests/server/app/twins.test.ts',
    test: 'fails this check if keys are ignored',
  },
  {
    promise: 'I8',
    bug: 'the server forgets idempotency keys',
    check: 'tests/src/offline/flaps.test.ts',
    test: 'are applied twice when the server forgets idempotency keys',
  },
  {
    promise: 'I8',
    bug: 'a page that is older than an answered edit is applied',
    check: 'tests/src/offline/late-page.test.ts',
    edit: {
      file: 'src/offline/apply-page.ts',
      from: 'now.answered !== start.answered',
      to: 'now.answered < start.answered',
    },
  },
  {
    promise: 'I9',
    bug: 'an edit that another tab is sending takes the next one in',
    check: 'tests/src/offline/flaps.test.ts',
    edit: {
      file: 'src/offline/outbox.ts',
      from: `entry.state === 'waiting' && entry.attempts === 0 && entry.request === null`,
      to: `entry.state === 'sending' || entry.request === null`,
    },
  },
  {
    promise: 'I10',
    bug: 'the value that gives way is dropped in silence',
    check: 'tests/server/saved-work/merge.test.ts',
    edit: {
      file: 'server/saved-work/merge.ts',
      from: 'if (same(theirs, was)) continue',
      to: 'if (same(theirs, was) || path) continue',
    },
  },
  {
    promise: 'I11',
    bug: 'transactions keep the role of the owner',
    check: 'tests/server/app/other-organisations.test.ts',
    edit: {
      file: 'server/platform/db/db.ts',
      from: `select set_config('role', 'fieldbook_app', true), set_config('app.org', \${orgId}, true)`,
      to: `select set_config('app.org', \${orgId}, true)`,
    },
  },
  {
    promise: 'I12',
    bug: 'a table has no policy',
    check: 'tests/server/app/fences.test.ts',
    test: 'fails this check if a table has no policy',
  },
  {
    promise: 'I13',
    bug: 'an answer violates the contract',
    check: 'tests/server/app/hostile-input.test.ts',
    test: 'fail this check if an answer violates the contract',
  },
  {
    promise: 'I14',
    bug: 'a handler throws',
    check: 'tests/server/app/walks.test.ts',
    test: 'reports a handler that throws, with the request',
  },
  {
    promise: 'I15',
    bug: 'a sign-out leaves session storage',
    check: 'tests/src/offline/wipe/wipe.test.ts',
    edit: {
      file: 'src/offline/wipe/clear-stores.ts',
      from: `clearKeys(browser.session, 'session storage')`,
      to: `clearKeys(null, 'session storage')`,
    },
  },
  {
    promise: 'I15',
    bug: 'a wipe deletes no databases',
    check: 'tests/src/offline/wipe/wipe.test.ts',
    test: 'the canaries detect a wipe that deletes no databases',
  },
  {
    promise: 'I16',
    bug: 'a reply that comes after the sign-out is taken',
    check: 'tests/src/offline/wipe/wipe.test.ts',
    edit: {
      file: 'src/offline/wipe/session-epoch.ts',
      from: 'if (!hasLeft()) return reply',
      to: 'if (reply.ok) return reply',
    },
  },
  {
    promise: 'I17',
    bug: 'the sender deletes before it posts',
    check: 'tests/server/push/crashes.test.ts',
    test: 'fail this check if the sender deletes before it posts',
  },
  {
    promise: 'I18',
    bug: 'an unreadable message shows nothing',
    check: 'tests/sw/push.test.ts',
    edit: {
      file: 'sw/push.ts',
      from: 'await show(worker, message)',
      to: 'if (message !== null) await show(worker, message)',
    },
  },
  {
    promise: 'I19',
    bug: 'a forger has a secret',
    check: 'tests/server/members/webhook-deliveries.test.ts',
    test: 'fail this check if a forger has a secret',
  },
  {
    promise: 'I20',
    bug: 'a create without an answer is sent again at once',
    check: 'tests/server/crm/push.test.ts',
    edit: {
      file: 'server/crm/send.ts',
      from: `await markUnknown(trx, ids('unknown'))`,
      to: `await endSent(trx, ids('unknown'), 'absent')`,
    },
    named: 'looks for a create without an answer',
  },
  {
    promise: 'I20',
    bug: 'the result of a create is looked for too early',
    check: 'tests/server/crm/push.test.ts',
    edit: {
      file: 'server/crm/resolve.ts',
      from: 'sentAt + settle <= now()',
      to: 'sentAt <= now()',
    },
    named: 'looks for a create without an answer',
  },
  {
    promise: 'I21',
    bug: 'every address counts as public',
    check: 'tests/server/push/private-addresses.test.ts',
    edit: {
      file: 'server/platform/vendors/public-address.ts',
      from: 'export const isPublicAddress = (address: string): boolean => {',
      to: 'export const isPublicAddress = (address: string): boolean => {\n  if (address !== "") return true',
    },
  },
  {
    promise: 'I22',
    bug: 'a sign inside a cell is not guarded',
    check: 'tests/server/uploads/spreadsheets.test.ts',
    edit: {
      file: 'server/platform/formula-guard.ts',
      from: `const inside = text.replace(calculatedInside, "$1'")`,
      to: 'const inside = text',
    },
  },
  {
    promise: 'I23',
    bug: 'each sheet has its own budget',
    check: 'tests/server/uploads/hostile-files.test.ts',
    test: 'fails this check if each sheet has its own budget',
  },
  {
    promise: 'I24',
    bug: 'a quadratic pattern is planted',
    check: 'tests/server/platform/http/pumped-requests.test.ts',
    test: 'fail this check with a planted quadratic pattern',
  },
  {
    promise: 'I25',
    bug: 'numbers that were listed once are forgotten',
    check: 'tests/server/do-not-call/do-not-call.test.ts',
    edit: {
      file: 'server/do-not-call/admit-people.ts',
      from: `key !== null && dnc?.listed === 'yes'`,
      to: `key === '' && dnc?.listed === 'yes'`,
    },
  },
  {
    promise: 'I26',
    bug: 'a removal leaves notes and visits out',
    check: 'tests/server/person-removal/person-removal.test.ts',
    edit: {
      file: 'server/person-removal/sweep.ts',
      from: `  'removed_person',
]`,
      to: `  'removed_person',
  'activity',
]`,
    },
  },
  {
    promise: 'I27',
    bug: 'an address or an error is logged completely',
    check: 'tests/server/platform/process/log.test.ts',
    test: 'fails this check if an address or an error is logged completely',
  },
  {
    promise: 'I28',
    bug: 'an update reloads a page in which text is half written',
    check: 'tests/src/app/service-worker.test.ts',
    edit: {
      file: 'src/app/service-worker.ts',
      from: 'update.deferred = isBeingWritten()',
      to: 'update.deferred = false',
    },
  },
  {
    promise: 'I29',
    bug: 'a full disk has no name',
    check: 'tests/src/offline/database.test.ts',
    edit: {
      file: 'src/offline/storage-error.ts',
      from: `['QuotaExceededError', 'full']`,
      to: `['QuotaExceededError', 'failed']`,
    },
  },
  {
    promise: 'I30',
    bug: 'a screen throws',
    check: 'tests/e2e/monkey.spec.ts',
    test: 'the monkey notices an uncaught error',
  },
  {
    promise: 'I31',
    bug: 'a flood comes from many organisations',
    check: 'tests/server/platform/http/rate-limits.test.ts',
    test: 'fails this check when the flood comes from many organisations within their limits',
  },
  {
    promise: 'I32',
    bug: 'a commit does not wait for the disk',
    check: 'tests/server/platform/db/power-cut.test.ts',
    test: 'fails this check if the database does not wait for the disk',
  },
]
