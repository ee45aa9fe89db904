import type { UploadField } from '../../../../contract/exchange.ts'
import { enoughFields } from '../../../../contract/upload-file.ts'
import type { Category } from '../../../../contract/records.ts'

/** What rows are looked up by, said before anything is chosen. */
export const neededInWords: Record<Category, string> = {
  company:
    'Needed: at least one of name, ABN, ACN, NZBN, LEI, website, email and LinkedIn page. The more there is, the surer the match.',
  people:
    'Needed: a LinkedIn profile, or a name together with the company. An email alone only finds people you have unlocked.',
}

/** What is missing before rows can be looked up, in words; null where nothing is. */
export const missingFor = (
  category: Category,
  fields: readonly (UploadField | null)[],
): string | null => {
  const has = (field: UploadField): boolean => fields.includes(field)
  if (enoughFields[category].some((each) => each.every(has))) return null
  if (category === 'company')
    return 'No column says yet which company a row is: its name, a number of the register, website, email or LinkedIn page.'
  return has('full_name') || has('last_name')
    ? 'A name alone fits many people: say which column is their company, email or LinkedIn profile.'
    : 'No column says yet who a row is: an email, a LinkedIn profile, or a name together with the company.'
}
