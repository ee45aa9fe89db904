import type { CrmMapping, FieldMapping, ObjectMapping } from '../../../../contract/money/crm.ts'
import type { Mapped } from './use-mapping.ts'

export type Field = Mapped['fields']['company'][number]

/** As the contract allows. */
export const maxFields = 60
export const maxConstants = 20

export type Option = { value: string; label: string; disabled?: boolean }

/** The fields that something may go into, and the chosen field, also where the CRM has it no more; used ones are disabled. */
export const fieldOptions = (
  fields: readonly Field[],
  used: ReadonlySet<string>,
  chosen: string,
): Option[] => {
  const options = fields.flatMap(({ name, label, required, readOnly }) =>
    readOnly && name !== chosen
      ? []
      : [
          {
            value: name,
            label: required ? `${label} (required)` : label,
            disabled: name !== chosen && used.has(name),
          },
        ],
  )
  return chosen === '' || options.some(({ value }) => value === chosen)
    ? options
    : [{ value: chosen, label: `${chosen} (no longer there)` }, ...options]
}

/** The fields that facts and fixed values go into. */
export const usedFields = ({ fields, constants }: ObjectMapping): ReadonlySet<string> =>
  new Set([...fields, ...constants].map(({ to }) => to))

export const replaceAt = <Item>(items: readonly Item[], at: number, item: Item): Item[] =>
  items.map((each, index) => (index === at ? item : each))

export const removeAt = <Item>(items: readonly Item[], at: number): Item[] =>
  items.filter((_, index) => index !== at)

export const addField = (mapping: ObjectMapping, from: string, to: string): FieldMapping[] => [
  ...mapping.fields,
  { from, to, rule: 'fill-if-empty' },
]

/** What the admin chose by key: the owner of a user, the CRM's choice for a value. Nothing chosen is no entry. */
export const withChosen = (
  before: Readonly<Record<string, string>>,
  key: string,
  chosen: string,
): Record<string, string> => {
  const { [key]: _, ...rest } = before
  return chosen === '' ? rest : { ...rest, [key]: chosen }
}

/** Why the draft cannot be saved; undefined if it can. */
export const whyNotSaved = (mapping: CrmMapping): string | undefined =>
  [...mapping.company.constants, ...mapping.person.constants].some(
    ({ value }) => value.trim() === '',
  )
    ? 'Enter each fixed value'
    : undefined
