import * as z from 'zod/mini'
import { memberEndpoint } from '../core/endpoint.ts'
import { uuidPattern } from '../core/ids.ts'

/** What a register answered when it was last asked. */
export const RegisterCheck = z.object({
  register: z.enum(['ABN Lookup', 'NZBN']),
  at: z.iso.datetime(),
  /** The register's word, such as 'Active' or 'Removed'; null if it has no such number. */
  status: z.nullable(z.string()),
  isActive: z.boolean(),
  /** Null where the register does not say. */
  isGstRegistered: z.nullable(z.boolean()),
})
export type RegisterCheck = z.infer<typeof RegisterCheck>

const id = { id: z.string().check(z.regex(uuidPattern)) }

export const registerChecksEndpoints = {
  registerCheck: memberEndpoint({
    method: 'GET',
    path: '/records/company/{id}/register',
    summary: 'The last answer of its register, and whether that can be asked now',
    input: z.object(id),
    output: z.object({ available: z.boolean(), check: z.nullable(RegisterCheck) }),
  }),
  /** An answer of the last minute is not asked for again. */
  checkRegister: memberEndpoint({
    method: 'POST',
    path: '/records/company/{id}/register',
    summary: 'Asks the register of a company now',
    input: z.object(id),
    output: RegisterCheck,
    external: true,
  }),
}
