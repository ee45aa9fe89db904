/** The IndexedDB database of one person in one organisation (product 2.13); every name that begins so belongs to Fieldbook. */
export const deviceDatabase = (userId: string, orgId: string): string =>
  `${databasePrefix}${userId}-${orgId}`

export const databasePrefix = 'fieldbook-'

/** What localStorage and sessionStorage keep for Fieldbook begins so; what belongs to one person carries `<user>.<org>` after its topic. */
export const storagePrefix = 'fieldbook.'
