import fc from 'fast-check'
import type { uploadsEndpoints } from '../../../contract/money/uploads.ts'

type Any = fc.Arbitrary<unknown>

/** One announced, one matched: hostile requests reach further than 'not found'. */
export const seededUploadIds = [
  '5e3f0d52-0000-4000-8000-00000000000a',
  '5e3f0d52-0000-4000-8000-00000000000b',
] as const

export const exchangeInputs = (parts: {
  text: Any
  number: Any
  category: Any
  mostly: (good: Any, bad: Any) => Any
}): Record<keyof typeof uploadsEndpoints, fc.Arbitrary<Record<string, unknown>>> => {
  const { text, number, category, mostly } = parts
  const optional = (all: Record<string, Any>, requiredKeys: string[]) =>
    fc.record(all, { requiredKeys })
  const id = mostly(fc.constantFrom(...seededUploadIds), fc.oneof(fc.uuid(), text))
  const idInput = fc.record({ id })
  const field = mostly(
    fc.constantFrom(null, 'name', 'website', 'email', 'full_name', 'company'),
    text,
  )
  return {
    uploads: fc.constant({}),
    upload: idInput,
    createUpload: optional(
      {
        id: fc.oneof<Any[]>(fc.uuid(), fc.constantFrom(...seededUploadIds), text),
        name: mostly(fc.constantFrom('leads.csv', '../../etc/passwd', 'x'.repeat(200)), text),
        size: mostly(fc.constantFrom(1, 25_000_000, 25_000_001, 10_737_418_240), number),
        category,
      },
      ['name', 'size'],
    ),
    uploadPreview: optional({ id, category }, ['id']),
    mapUpload: optional(
      {
        id,
        category,
        columns: fc.array(field, { maxLength: 4 }),
        headerRow: mostly(fc.constantFrom(1, 50, null), number),
      },
      ['id', 'category', 'columns'],
    ),
    matchUpload: idInput,
    uploadRows: optional(
      {
        id,
        from: mostly(fc.constantFrom(0, 100_000), number),
        size: mostly(fc.constantFrom(1, 100), number),
        state: mostly(fc.constantFrom('accepted', 'review', 'unmatched'), text),
      },
      ['id'],
    ),
    decideRows: fc.record({
      id,
      decisions: fc.array(
        optional(
          {
            row: mostly(fc.constantFrom(1, 2), number),
            decision: mostly(fc.constantFrom('accept', 'reject'), text),
            recordId: mostly(fc.uuid(), text),
          },
          ['row', 'decision'],
        ),
        { maxLength: 3 },
      ),
    }),
    decideReview: optional(
      {
        id,
        decision: mostly(fc.constantFrom('accept', 'reject'), text),
        minScore: mostly(fc.constantFrom(60, 79), number),
      },
      ['id', 'decision'],
    ),
    listUpload: optional(
      { id, newId: fc.oneof(fc.uuid(), text), name: fc.oneof(fc.uuid(), text) },
      ['id'],
    ),
    deleteUpload: fc.record({ id: fc.oneof(fc.uuid(), text) }),
  }
}
