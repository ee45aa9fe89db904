import * as z from 'zod/mini'
import type { Api, ObjectKind } from '../port.ts'
import type { Calls } from './calls.ts'
import { tables } from './tables.ts'

const Label = z.nullish(
  z.object({ UserLocalizedLabel: z.nullish(z.object({ Label: z.nullish(z.string()) })) }),
)

export const labelOf = (label: z.infer<typeof Label>): string | null =>
  label?.UserLocalizedLabel?.Label ?? null

export const Attribute = z.object({
  LogicalName: z.string(),
  AttributeTypeName: z.nullish(z.object({ Value: z.string() })),
  AttributeOf: z.nullish(z.string()),
  DisplayName: Label,
  IsValidForCreate: z.nullish(z.boolean()),
  IsValidForUpdate: z.nullish(z.boolean()),
  IsPrimaryId: z.nullish(z.boolean()),
  RequiredLevel: z.nullish(z.object({ Value: z.string() })),
  MaxLength: z.nullish(z.number()),
  Format: z.nullish(z.string()),
  FormatName: z.nullish(z.object({ Value: z.nullish(z.string()) })),
})
export type Attribute = z.infer<typeof Attribute>

export const OptionList = z.object({
  value: z.array(
    z.object({
      LogicalName: z.string(),
      OptionSet: z.nullish(
        z.object({
          Options: z.array(
            z.object({ Value: z.number(), IsHidden: z.nullish(z.boolean()), Label }),
          ),
        }),
      ),
    }),
  ),
})

export type OptionList = z.infer<typeof OptionList>

/** By name. */
export type Attributes = ReadonlyMap<string, Attribute>

export type Schema = {
  /** What a table has, as of ten minutes ago at most: the types decide how values are written. */
  attributes(api: Api, object: ObjectKind): Promise<Attributes>
  /** As of now. */
  fresh(api: Api, object: ObjectKind): Promise<Attributes>
  forget(api: Api, object: ObjectKind): void
}

const lifeMs = 600_000
const maxTables = 300

/** `now` is in ms since 1970. */
export const openSchema = (calls: Calls, now: () => number): Schema => {
  const known = new Map<string, { attributes: Attributes; until: number }>()
  const nameOf = ({ grant }: Api, object: ObjectKind): string => `${grant.baseUrl} ${object}`
  const fresh: Schema['fresh'] = async (api, object) => {
    const attributes = await readAttributes(calls, api, object)
    const name = nameOf(api, object)
    known.delete(name)
    known.set(name, { attributes, until: now() + lifeMs })
    for (const oldest of known.keys()) {
      if (known.size <= maxTables) break
      known.delete(oldest)
    }
    return attributes
  }
  return {
    fresh,
    attributes: (api, object) => {
      const entry = known.get(nameOf(api, object))
      return entry && entry.until > now() ? Promise.resolve(entry.attributes) : fresh(api, object)
    },
    forget: (api, object) => {
      known.delete(nameOf(api, object))
    },
  }
}

/** Of a metadata answer, also of what changed in the last seconds. */
export const strong = { consistency: 'Strong' }

export const attributesPath = (object: ObjectKind): string =>
  `/EntityDefinitions(LogicalName='${tables[object].name}')/Attributes`

const readAttributes = async (calls: Calls, api: Api, object: ObjectKind): Promise<Attributes> => {
  const filter = encodeURIComponent('IsValidODataAttribute eq true and IsValidForRead eq true')
  const { value } = await calls.get(
    api,
    `${attributesPath(object)}?$filter=${filter}`,
    z.object({ value: z.array(Attribute) }),
    { headers: strong },
  )
  return new Map(value.map((attribute) => [attribute.LogicalName, attribute]))
}

export const typeOf = ({ AttributeTypeName }: Attribute): string => AttributeTypeName?.Value ?? ''
