import type { Files } from '../project.ts'

export const findUnserved = (calls: readonly string[], files: Files): string[] => {
  const handlers = [...files]
    .filter(([path]) => /^server\/calls\/.+\.ts$/.test(path))
    .map(([, source]) => source)
    .join('\n')
  return calls.filter(
    (name) => !new RegExp(`^ {2,4}(?:async )?${name}\\b[(:,]`, 'm').test(handlers),
  )
}

/** That the registry lacks or has twice. */
export const findMissingOrDuplicate = (
  wanted: readonly string[],
  present: readonly string[],
): string[] =>
  wanted.flatMap((name) => {
    const times = present.filter((each) => each === name).length
    if (times === 1) return []
    return [times === 0 ? `${name} is missing` : `${name} is registered ${times} times`]
  })

/** Of spec 3; those of signals join when signals do. */
export const filterIdentifiers = [
  'industry technographics location people_location hq_country country company_id person_id position',
  'skills keywords services products company_size global_company_size revenue seniority department',
  'influencer company_type social_media web_traffic current_role_duration job_posts',
  'email_deliverability multiple_locations b2b_vs_b2c is_mnc target_market reviews_and_ratings',
  'cus-pushed-enriched cus-downloaded cus-list',
  'has_email has_phone has_mobile has_verified_email has_work_email has_dnd_phone has_company_mobile',
  'has_company_phone',
].flatMap((line) => line.split(' '))

/** An argument of a link represents any id. */
export const findDeadLinks = (
  links: Record<string, (id: string) => string>,
  leadsToScreen: (path: string) => boolean,
): string[] =>
  Object.entries(links).flatMap(([name, link]) => {
    const path = link('id').split('?')[0] ?? ''
    return leadsToScreen(path)
      ? []
      : [`links.${name} leads to ${path}, which no screen of src/app/routes.tsx has`]
  })
