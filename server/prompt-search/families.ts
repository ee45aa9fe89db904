/** 'not government or mining' excludes both. */
export const familyOf = (identifier: string): string => families.get(identifier) ?? identifier

const families = new Map<string, string>(
  Object.entries({
    kind: ['industry', 'company_type', 'is_mnc', 'b2b_vs_b2c'],
    geography: ['location', 'people_location', 'country', 'hq_country'],
    size: ['company_size', 'global_company_size', 'revenue', 'multiple_locations'],
    people: ['seniority', 'department', 'position', 'influencer'],
    contact: [
      'has_email',
      'has_work_email',
      'has_verified_email',
      'email_deliverability',
      'has_phone',
      'has_mobile',
      'has_dnd_phone',
      'has_company_phone',
      'has_company_mobile',
      'has_company_email',
    ],
  }).flatMap(([family, identifiers]) =>
    identifiers.map((identifier) => [identifier, family] as const),
  ),
)
