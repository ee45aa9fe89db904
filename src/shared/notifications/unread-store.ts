import { proxy } from 'valtio'

/** The number of unread notifications in the bell. */
export const unreadStore = proxy<{ unread: number }>({ unread: 0 })
