import fc from 'fast-check'
import type { downloadsEndpoints } from '../../../contract/money/downloads.ts'
import { exportColumns } from '../../../contract/records/export-columns.ts'
import { seededIds } from './saved-work.ts'

type Any = fc.Arbitrary<unknown>

/** It exists, so that hostile requests reach further than 'not found'. */
export const seededRequestId = '5e3f0d52-0000-4000-8000-000000000008'

export const downloadInputs = (parts: {
  text: Any
  number: Any
  category: Any
  source: Any
  mostly: (good: Any, bad: Any) => Any
}): Record<keyof typeof downloadsEndpoints, fc.Arbitrary<Record<string, unknown>>> => {
  const { text, number, category, source, mostly } = parts
  const optional = (all: Record<string, Any>, requiredKeys: string[]) =>
    fc.record(all, { requiredKeys })
  const id = mostly(fc.constantFrom(seededRequestId, seededIds.list), fc.oneof(fc.uuid(), text))
  const newId = fc.oneof<Any[]>(fc.uuid(), fc.constant(seededRequestId), text)
  const agreed = mostly(fc.constantFrom(0, 5, 10_000), number)
  const first = mostly(fc.constantFrom(1, 2, 10_000), number)
  const page = {
    from: mostly(fc.constantFrom(0, 10), number),
    size: mostly(fc.constantFrom(1, 10), number),
  }
  const type = mostly(
    fc.constantFrom('DOWNLOAD', 'ENRICH_DOWNLOAD', 'HS_INTEGRATION', '0123456789ab'),
    fc.oneof(text, fc.constantFrom('ENRICH_', 'toString', '__proto__')),
  )
  const columns = mostly(
    fc.subarray(
      exportColumns.people.map(({ key }) => key),
      { minLength: 1 },
    ),
    fc.array(fc.oneof(text, fc.constantFrom('constructor', 'abn')), { maxLength: 3 }),
  )
  const name = fc.oneof(fc.uuid(), text)
  const outcome = mostly(fc.constantFrom('delivered', 'failed'), text)
  const status = mostly(fc.constantFrom('REQUEST_COMPELETED', 'REQUEST_FAILED', null), text)
  return {
    requestDownload: optional(
      {
        id: newId,
        type,
        category,
        source,
        name,
        format: mostly(fc.constantFrom('csv', 'xlsx'), text),
        columns,
        agreed,
      },
      ['category', 'source', 'agreed'],
    ),
    exportVisits: optional(
      {
        id: newId,
        format: mostly(fc.constantFrom('csv', 'xlsx'), text),
        by: mostly(fc.constantFrom('everyone', 'user_sam'), text),
        outcome: mostly(fc.constantFrom('met', 'call back'), text),
        list: id,
      },
      [],
    ),
    downloadHistory: optional({ ...page, type, category, status, requestId: id, userId: text }, []),
    downloadRequest: fc.record({ id }),
    downloadRows: optional({ ...page, id, outcome }, ['id']),
    retryDownload: optional({ id, agreed, first }, ['id', 'agreed']),
    retryEstimate: optional({ id, first }, ['id']),
    retryFailedRows: optional({ id, newId, agreed }, ['id', 'agreed']),
    downloadLink: optional({ id, what: mostly(fc.constantFrom('file', 'results'), text) }, ['id']),
    exportTemplates: fc.constant({}),
    saveTemplate: fc.record({ name, category, columns }),
    deleteTemplate: fc.record({ id: newId }),
  }
}
