import type { EndpointParsedInput } from '../../contract/core/endpoint.ts'
import {
  maxNotifications,
  type notificationsEndpoints,
} from '../../contract/signals/notifications.ts'
import { notificationViews, markNotificationsRead, unreadCount } from '../notifications/store.ts'
import type { Handlers } from '../platform/http/context.ts'

export const notificationsHandlers = (now: () => number): Handlers<'notices' | 'readNotices'> => ({
  notices: (_, { inOrg, userId }) =>
    inOrg(async (trx) => ({
      unread: await unreadCount(trx, userId, new Date(now())),
      notices: await notificationViews(trx, userId, new Date(now()), maxNotifications),
    })),
  readNotices: (
    which: EndpointParsedInput<typeof notificationsEndpoints.readNotices>,
    { inOrg, userId },
  ) =>
    inOrg(async (trx) => {
      await markNotificationsRead(trx, userId, which, new Date(now()))
      return { unread: await unreadCount(trx, userId, new Date(now())) }
    }),
})
