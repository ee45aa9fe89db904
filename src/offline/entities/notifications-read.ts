import type { InputOf } from '../calls.ts'
import { action, entity, type Edited } from './entity.ts'

export const notificationsRead = entity({
  kind: 'notices-read',
  table: null,
  isBackground: true,
  ask: action('readNotices', ({ extra }: Edited<object, InputOf<'readNotices'>>) => extra),
  noun: 'notifications',
  describe: () => 'Mark notifications as read',
})
