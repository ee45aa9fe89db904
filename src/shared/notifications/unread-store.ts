import { proxy } from 'valtio'

export const unreadStore = proxy<{ unread: number }>({ unread: 0 })
