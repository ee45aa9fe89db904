import type { SavedSearch } from '../../../contract/saved-work/searches.ts'
import type { Fields } from '../rows.ts'
import type { DescribedEdit, Format } from './entity.ts'

export const criteriaOf = ({
  filters,
  operators,
  excluded,
  metadata,
  search,
}: Pick<SavedSearch, 'filters' | 'operators' | 'excluded' | 'metadata' | 'search'>) => ({
  filters,
  operators,
  excluded,
  metadata,
  search,
})

export const renewSaved = (mine: Fields, id: string): Fields => {
  const { ids: _, ...value } = mine
  return { ...value, id, isOwner: true, version: 0 }
}

export const describeSaved =
  (noun: string, createVerb: string) =>
  ({ effect, name, format }: DescribedEdit): string => {
    if (effect.do === 'create') return `${createVerb} ${noun} ${name}`
    if (effect.do !== 'change') return `Delete ${noun} ${name}`
    const { fields, before } = effect
    const { name: newName, shared, ...others } = fields
    const old = typeof before.name === 'string' ? format.quoted(before.name) : name
    const parts = [
      ...(typeof newName === 'string'
        ? [`rename ${noun} ${old} to ${format.quoted(newName)}`]
        : []),
      ...(shared === undefined
        ? []
        : [shared === true ? `share ${noun} ${name}` : `stop sharing ${noun} ${name}`]),
      ...(Object.keys(others).length > 0
        ? [`change ${listFields(Object.keys(others), format)} of ${noun} ${name}`]
        : []),
    ]
    return capital(parts.join(', and '))
  }

const listFields = (fields: readonly string[], format: Format): string => {
  const labels = fields.map((field) => format.field(field).toLowerCase())
  return labels.length > 3 ? 'the criteria' : labels.join(' and ')
}

export const nameIn = ({ name }: Fields): string[] => (typeof name === 'string' ? [name] : [])

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
