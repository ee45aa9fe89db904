import type { UploadField } from '../../../../contract/money/uploads.ts'
import { enoughFields } from '../../../../contract/money/upload-file.ts'
import type { Category } from '../../../../contract/records/records.ts'

/** What rows are looked up by, said before anything is chosen. */
export const neededInWords: Record<Category, string> = {
  company:
    'Map at least one: name, ABN, ACN, NZBN, LEI, website, email or LinkedIn. More columns mean better matches.',
  people:
    'Map a LinkedIn profile, or a name and company. Email alone only finds people you’ve revealed.',
}

/** What is missing before rows can be looked up, in words; null where nothing is. */
export const missingFor = (
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
