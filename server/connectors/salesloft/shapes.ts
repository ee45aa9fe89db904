import * as z from 'zod/mini'
import { Uncertain, Unreadable } from '../errors.ts'
import type { ObjectKind } from '../port.ts'

const text = z.nullish(z.string())
const reference = z.nullish(z.object({ id: z.number() }))

/** An account or a person; what a team does not have is null. */
export const CrmRecord = z.looseObject({
  id: z.number(),
  updated_at: z.string(),
  archived_at: text,
  name: text,
  domain: text,
  website: text,
  linkedin_url: text,
  first_name: text,
  last_name: text,
  email_address: text,
  secondary_email_address: text,
  personal_email_address: text,
  account: reference,
  owner: reference,
  custom_fields: z.nullish(z.unknown()),
})
export type CrmRecord = z.infer<typeof CrmRecord>

export const User = z.object({
  id: z.number(),
  guid: z.string(),
  name: text,
  email: text,
  active: z.nullish(z.boolean()),
  time_zone: text,
  team: reference,
})
export type User = z.infer<typeof User>

export const Team = z.object({ id: z.number(), name: z.string() })

/** Two own fields of the two objects may have the same name. */
export const OwnField = z.object({
  name: z.string(),
  field_type: z.string(),
  value_type: text,
})
export type OwnField = z.infer<typeof OwnField>

export const Note = z.object({ id: z.number(), content: text })
export const Task = z.object({ id: z.number() })

export const Upserted = z.object({
  upsert_type: z.string(),
  account: z.nullish(z.object({ id: z.number() })),
  person: z.nullish(z.object({ id: z.number() })),
})

export type Page<T> = { items: readonly T[]; nextPage: number | null }

const Envelope = z.object({ data: z.unknown() })
const Metadata = z.object({
  metadata: z.object({ paging: z.nullish(z.object({ next_page: z.nullish(z.number()) })) }),
})

/** Throws Unreadable. */
export const parseData = <T>(shape: z.ZodMiniType<T>, answer: unknown): T => {
  const envelope = Envelope.safeParse(answer)
  const data = shape.safeParse(envelope.success ? envelope.data.data : undefined)
  if (!data.success) throw new Unreadable(z.prettifyError(data.error))
  return data.data
}

/** Of a write: it was done, so an answer that does not parse is Uncertain. */
export const parseSent = <T>(shape: z.ZodMiniType<T>, answer: unknown): T => {
  try {
    return parseData(shape, answer)
  } catch (cause) {
    throw new Uncertain('The answer of Salesloft does not parse.', { cause })
  }
}

/** Throws Unreadable. */
export const parsePage = <T>(shape: z.ZodMiniType<T>, answer: unknown): Page<T> => {
  const metadata = Metadata.safeParse(answer)
  if (!metadata.success) throw new Unreadable(z.prettifyError(metadata.error))
  return {
    items: parseData(z.array(shape), answer),
    nextPage: metadata.data.metadata.paging?.next_page ?? null,
  }
}

export const pathOf = (object: ObjectKind): '/accounts' | '/people' =>
  object === 'company' ? '/accounts' : '/people'
