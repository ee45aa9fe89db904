import * as z from 'zod/mini'
import { Unreadable } from '../errors.ts'
import type { ObjectKind } from '../port.ts'

const text = z.nullish(z.string())

/** One of several emails or phones of a person. */
export const Channel = z.object({ value: text, primary: z.nullish(z.boolean()), label: text })
export type Channel = z.infer<typeof Channel>

export const Address = z.record(z.string(), z.nullish(z.union([z.string(), z.number()])))
export type Address = z.infer<typeof Address>

/** An organisation or a person of API v2. Own fields are by their code of 40 hexadecimal digits. */
export const CrmRecord = z.looseObject({
  id: z.number(),
  name: text,
  update_time: text,
  is_deleted: z.nullish(z.boolean()),
  address: z.nullish(Address),
  emails: z.nullish(z.array(Channel)),
  phones: z.nullish(z.array(Channel)),
  custom_fields: z.nullish(z.record(z.string(), z.unknown())),
})
export type CrmRecord = z.infer<typeof CrmRecord>

export const FieldShape = z.object({
  field_name: z.string(),
  field_code: z.string(),
  field_type: z.string(),
  is_custom_field: z.nullish(z.boolean()),
  options: z.nullish(
    z.array(z.object({ id: z.union([z.number(), z.string(), z.boolean()]), label: z.string() })),
  ),
})
export type FieldShape = z.infer<typeof FieldShape>

export const Identified = z.object({ id: z.number() })

/** `data` of an answer that has it. Throws Unreadable. */
export const parseData = <T>(shape: z.ZodMiniType<T>, answer: unknown): T => {
  const envelope = Envelope.safeParse(answer)
  const data = shape.safeParse(envelope.success ? envelope.data.data : undefined)
  if (!data.success) throw new Unreadable(z.prettifyError(data.error))
  return data.data
}

/** Null on the last page. Throws Unreadable. */
export const nextCursorOf = (answer: unknown): string | null => {
  const page = Page.safeParse(answer)
  if (!page.success) throw new Unreadable(z.prettifyError(page.error))
  return page.data.additional_data?.next_cursor ?? null
}

/** Names in paths. */
export const pathOf = (object: ObjectKind): 'organizations' | 'persons' =>
  object === 'company' ? 'organizations' : 'persons'

const Envelope = z.object({ data: z.unknown() })
const Page = z.object({ additional_data: z.nullish(z.object({ next_cursor: text })) })
