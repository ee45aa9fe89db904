import { uuidv7 } from 'uuidv7'
import type { Wash } from '../../contract/org/do-not-call.ts'
import { audit } from '../audit/audit.ts'
import { memberNames } from '../members/list.ts'
import {
  addWashed,
  asWash,
  beginWash,
  finishWash,
  lastWashes,
  numbersKnown,
} from '../do-not-call/washes.ts'
import type { Context, Handlers } from '../platform/http/context.ts'
import { ProblemError } from '../platform/http/problem-error.ts'
import { dayMs, dayOf } from '../../contract/core/days.ts'

type DoNotCallEndpoint = 'doNotCall' | 'beginWash' | 'addWashed' | 'finishWash'
type Trx = Parameters<Parameters<Context['inOrg']>[0]>[0]
type Row = Parameters<typeof asWash>[0]

export const doNotCallHandlers = (now: () => number): Handlers<DoNotCallEndpoint> => ({
  doNotCall: (_, { inOrg }) =>
    inOrg(async (trx) => {
      const rows = await lastWashes(trx)
      return { numbers: await numbersKnown(trx, dayOf(now())), washes: await washViews(trx, rows) }
    }),
  beginWash: ({ id = uuidv7(), ...wash }, context) =>
    context.inOrg(async (trx) => {
      // Time zones ahead of ours may already have tomorrow's date.
      if (wash.washedAt > dayOf(now() + dayMs)) throw inFuture()
      return washView(trx, await beginWash(trx, context, { ...wash, id }))
    }),
  addWashed: ({ id, ...numbers }, { inOrg, orgId }) =>
    inOrg(async (trx) => washView(trx, await addWashed(trx, orgId, id, numbers))),
  finishWash: ({ id }, context) =>
    context.inOrg(async (trx) => {
      const { wash, isNew } = await finishWash(trx, id)
      if (isNew)
        await audit(trx, context, {
          act: 'do-not-call',
          subject: id,
          details: {
            checked: wash.washed_at,
            listed: wash.listed,
            notListed: wash.not_listed,
            unreadable: wash.unreadable,
            matched: wash.matched,
          },
        })
      return washView(trx, wash)
    }),
})

const washViews = async (trx: Trx, rows: readonly Row[]): Promise<Wash[]> => {
  const names = await memberNames(
    trx,
    rows.map((row) => row.by_user),
  )
  return rows.map((row) => asWash(row, names.get(row.by_user) ?? null))
}

const washView = async (trx: Trx, row: Row): Promise<Wash> => {
  const names = await memberNames(trx, [row.by_user])
  return asWash(row, names.get(row.by_user) ?? null)
}

const inFuture = (): ProblemError => {
  const detail = 'Choose a date in the past.'
  return new ProblemError('invalid-input', detail, {
    errors: [{ pointer: '/washedAt', code: 'in-future', detail }],
  })
}
