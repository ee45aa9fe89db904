import type { UploadField } from '../../../../contract/money/uploads.ts'
import { enoughFields } from '../../../../contract/money/upload-file.ts'
import type { Category } from '../../../../contract/records/records.ts'

/** The columns that matching needs, shown before the user maps them. */
export const mappingHints: Record<Category, string> = {
  company:
    'Map at least one: name, ABN, ACN, NZBN, LEI, website, email or LinkedIn. More columns mean better matches.',
  people:
    'Map a LinkedIn profile, or a name and company. Email alone only finds people you’ve revealed.',
}

/** The missing columns in words; null if matching can start. */
export const describeMissing = (
  category: Category,
  fields: readonly (UploadField | null)[],
): string | null => {
  const has = (field: UploadField): boolean => fields.includes(field)
  if (enoughFields[category].some((each) => each.every(has))) return null
  if (category === 'company')
    return 'No column identifies the company yet. Map its name, ABN or similar, website, email or LinkedIn page.'
  return has('full_name') || has('last_name')
    ? 'A name alone matches too many people. Map their company, email or LinkedIn profile too.'
    : 'No column identifies the person yet. Map an email, a LinkedIn profile, or a name and company.'
}
