/** The host of a website in lower case, without scheme, `www.`, port and path: CRMs store websites as they were typed. */
export const hostKey = (website: string): string =>
  withoutScheme(website)
    .replace(/^www\./, '')
    .replace(/[/?#:].*$/s, '')

/** The address of a profile, alike for every country's LinkedIn. */
export const pageKey = (page: string): string =>
  withoutScheme(page)
    .replace(/^[a-z]{2,3}\.(?=linkedin\.)/, '')
    .replace(/[?#].*$/s, '')
    .replace(/\/$/, '')

const withoutScheme = (address: string): string =>
  address
    .trim()
    .toLowerCase()
    .replace(/^[a-z]{1,10}:\/\//, '')
