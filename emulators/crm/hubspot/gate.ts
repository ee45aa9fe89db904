import type { ApiCall, CrmApp } from '../core/app.ts'
import type { CrmAnswer, CrmWorld } from '../core/world.ts'
import { spend, type Bucket } from './limits.ts'
import { refused } from './refusals.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Area = 'account-info' | 'objects' | 'properties' | 'owners' | 'associations'

/** `scopes`: any of these is enough; none: the token is. */
export type Rule = { scopes: readonly string[]; bucket?: Bucket }

/** `isDated`: by the path of 2026-09, and not by its older form. */
export type On = (
  method: Method,
  area: Area,
  path: string,
  rule: Rule,
  handle: (call: ApiCall, isDated: boolean) => CrmAnswer,
) => void

export const version = '2026-09'

/** Registers a path in its dated and its older form, counts calls and checks scopes. */
export const openGate =
  (app: CrmApp, world: CrmWorld): On =>
  (method, area, path, { scopes, bucket = 'calls' }, handle) => {
    for (const full of pathsOf(area, path))
      app.api(method, full, (call) => {
        call.answerHeaders['date'] = new Date(world.now()).toUTCString()
        spend(world, call, bucket)
        if (scopes.length > 0 && !scopes.some((scope) => call.grant.scopes.includes(scope)))
          throw missingScopes(scopes)
        return handle(call, full.includes(version))
      })
  }

const pathsOf = (area: Area, path: string): readonly string[] => {
  if (area === 'account-info') return [`/account-info/${version}${path}`, `/account-info/v3${path}`]
  const old = area === 'associations' ? 'v4' : 'v3'
  return [`/crm/${area}/${version}${path}`, `/crm/${old}/${area}${path}`]
}

const missingScopes = (scopes: readonly string[]) =>
  refused(
    403,
    'MISSING_SCOPES',
    "This app hasn't been granted all required scopes to make this call. Read more about required scopes here: https://developers.hubspot.com/scopes.",
    {
      errors: [
        {
          message: 'One or more of the following scopes are required.',
          context: { requiredGranularScopes: scopes },
        },
      ],
    },
  )
