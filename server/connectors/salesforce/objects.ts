import type { ObjectKind } from '../port.ts'

export type SObject = 'Account' | 'Contact' | 'Lead'

export const sObjectOf = (object: ObjectKind): SObject => sObjects[object]

/** Made by the customer's admin: an external id, unique, that the user may set. Without it a create is not repeatable. */
export const ownField = 'Fieldbook_Id__c'

/** Where a user sees a record; Salesforce leads on to the page of the account's own app. */
export const recordUrl = (baseUrl: string, object: ObjectKind, id: string): string =>
  `${baseUrl}/lightning/r/${sObjectOf(object)}/${encodeURIComponent(id)}/view`

const sObjects = { company: 'Account', contact: 'Contact', lead: 'Lead' } as const
