/** The IndexedDB database of one user in one organisation (product 2.13). */
export const deviceDatabase = (userId: string, orgId: string): string =>
  `${databasePrefix}${userId}-${orgId}`

export const databasePrefix = 'fieldbook-'

/** The prefix of Fieldbook's keys in localStorage and sessionStorage; a key of one user has `<user>.<org>` after its topic. */
export const storagePrefix = 'fieldbook.'
