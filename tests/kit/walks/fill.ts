import type { EndpointName } from '../../../contract/api.ts'
import { api } from '../../../contract/api.ts'
import { pathKeys, type Endpoint } from '../../../contract/core/endpoint.ts'
import type { Chance } from '../chance.ts'
import { subscription } from '../push.ts'
import { kindOf } from './kinds.ts'
import type { Kind, Pool } from './pool.ts'

export type Input = Record<string, unknown>

export type Pen = {
  orgId: string
  otherOrgId: string
  userIds: readonly string[]
  canary: string
  fileBytes: number
}

/** In most of the fields that take them; leaves the rest as generated. */
export const fill = (
  name: EndpointName,
  input: Input,
  pool: Pool,
  pen: Pen,
  random: Chance,
): Input => {
  const call: Endpoint = api[name]
  const inPath = new Set(pathKeys(call.path))
  const category = input['category'] === 'company' ? 'company' : 'people'
  const pick = (kind: Kind): string => pool.id(kind, pen.orgId, random) ?? crypto.randomUUID()
  const some = (kind: Kind): string[] =>
    Array.from({ length: 1 + random.whole(3) }, () => pick(kind))
  const own = kindOf(name, input) ?? 'others'

  const idInPath = (): unknown => {
    if (name === 'company' || name === 'person')
      return pick(name === 'person' ? 'people' : 'company')
    if (name === 'signalsOf') return pick(category)
    return pick(own)
  }
  const idsOf = (): unknown => {
    if (name === 'syncRecords') return some(category).join(',')
    if (name === 'actOnSignals') return some('signal')
    return some(name === 'readNotices' ? 'notices' : category)
  }
  const fillers: Readonly<Record<string, (value: unknown) => unknown>> = {
    id: (value) => (inPath.has('id') ? idInPath() : random.is(0.25) ? pick(own) : value),
    newId: (value) => (random.is(0.25) ? pick(own) : value),
    rid: (value) => (random.is(0.25) ? pick('recents') : value),
    goesOnFrom: () => pick('agents'),
    recordId: () => pick(category),
    ids: idsOf,
    add: () => some(category),
    remove: () => some(category),
    recordIds: () => some(category),
    listId: () => pick(random.is(0.8) ? 'lists' : 'searches'),
    list: () => pick(random.is(0.8) ? 'lists' : 'searches'),
    listIds: () => (random.is(0.5) ? [] : some('lists')),
    uploadId: () => pick('uploads'),
    requestId: () => pick('requests'),
    agentId: () => pick('agents'),
    incrementalRunIds: () => some('runs'),
    cursor: (value) => pool.token('cursor', random) ?? value,
    since: (value) => pool.token(name === 'syncRecords' ? 'asOf' : 'cursor', random) ?? value,
    checksum: (value) => pool.token('checksum', random) ?? value,
    change: (value) => pool.token('change', random) ?? value,
    userId: () => random.of(pen.userIds),
    orgId: () => (random.is(0.85) ? pen.orgId : pen.otherOrgId),
    filters: () => (random.is(0.3) ? { 'cus-list': some('lists') } : {}),
    excluded: () => (random.is(0.1) ? { 'cus-list': some('lists') } : {}),
    search: () => (random.is(0.2) ? pen.canary : ''),
    size: (value) => (name === 'createUpload' ? pen.fileBytes : value),
    columns: (value) => (name === 'mapUpload' ? ['name', 'website', null] : value),
    headerRow: () => 1,
    agreed: () => 10_000,
    type: (value) => {
      if (name !== 'requestDownload') return value
      return JSON.stringify(input['source']).includes('uploadId') ? 'ENRICH_DOWNLOAD' : 'DOWNLOAD'
    },
    keys: () => device.keys,
    endpoint: () => `${device.endpoint}${random.whole(4)}`,
    name: () => pen.canary,
    text: () => pen.canary,
    message: () => pen.canary,
    page: () => pen.canary,
    label: () => pen.canary,
    field: () => pen.canary,
    coreAISearchPromptText: () => pen.canary,
    does: () => pen.canary,
    q: () => (random.is(0.5) ? pen.canary : 'an'),
  }
  const filled = (value: unknown, key: string): unknown => {
    const filler = Object.hasOwn(fillers, key) ? fillers[key] : undefined
    if (filler && random.is(0.88)) return filler(value)
    if (Array.isArray(value)) return value.map((each) => filled(each, ''))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([part, each]) => [part, filled(each, part)]),
    )
  }
  const whole = filled(input, '')
  // Safe cast: an object stays an object.
  return whole as Input
}

const device = subscription('walks')
