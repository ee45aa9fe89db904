import { customerCalls } from './customer.ts'
import { memberCalls } from './members.ts'
import { platformCalls } from './platform.ts'
import { searchCalls } from './search.ts'

/** Every call of the API by name: the server serves exactly these, the client offers exactly these, OpenAPI is made from these. */
export const api = { ...platformCalls, ...customerCalls, ...memberCalls, ...searchCalls }
export type Api = typeof api
export type CallName = keyof Api
