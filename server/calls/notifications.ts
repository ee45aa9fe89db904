import type { CallParsed } from '../../contract/core/endpoint.ts'
import { mostNotices, type noticesCalls } from '../../contract/signals/notifications.ts'
import { noticeViews, readNotices, unreadCount } from '../notifications/store.ts'
import type { Handlers } from '../platform/http/context.ts'

/** The bell: what one was told. `now` is ms since 1970. */
export const noticesHandlers = (now: () => number): Handlers<'notices' | 'readNotices'> => ({
  notices: (_, { inOrg, userId }) =>
    inOrg(async (trx) => ({
      unread: await unreadCount(trx, userId, new Date(now())),
      notices: await noticeViews(trx, userId, new Date(now()), mostNotices),
    })),
  readNotices: (which: CallParsed<typeof noticesCalls.readNotices>, { inOrg, userId }) =>
    inOrg(async (trx) => {
      await readNotices(trx, userId, which, new Date(now()))
      return { unread: await unreadCount(trx, userId, new Date(now())) }
    }),
})
