import { CrmTokenRefused, type CrmTokens } from '../../connectors/token.ts'
import type { Context } from '../../platform/http/context.ts'
import { ProblemError } from '../../platform/http/problem-error.ts'

/** The token of `GET /crm/org`, of this caller. Throws `crm-token`. */
export const checkCrmToken = async (
  tokens: CrmTokens,
  token: string,
  { orgId, userId }: Pick<Context, 'orgId' | 'userId'>,
): Promise<void> => {
  try {
    const claims = await tokens.verify(token, orgId)
    if (claims.userId === userId) return
  } catch (error) {
    if (!(error instanceof CrmTokenRefused)) throw error
  }
  throw new ProblemError('crm-token', 'Your CRM session has expired. Reload the page.')
}
