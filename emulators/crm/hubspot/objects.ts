/** HubSpot's own names, as in paths. */
export type ObjectName = 'companies' | 'contacts'

export const objects: Readonly<
  Record<
    ObjectName,
    {
      /** In sentences. */
      label: string
      typeId: string
      changedAt: string
      read: readonly string[]
      write: readonly string[]
      /** Shown if a read names no properties. */
      shown: readonly string[]
      /** A create needs one of them. */
      needed: readonly string[]
    }
  >
> = {
  companies: {
    label: 'COMPANY',
    typeId: '0-2',
    changedAt: 'hs_lastmodifieddate',
    read: ['crm.objects.companies.read'],
    write: ['crm.objects.companies.write'],
    shown: ['name', 'domain'],
    needed: ['name', 'domain'],
  },
  contacts: {
    label: 'CONTACT',
    typeId: '0-1',
    changedAt: 'lastmodifieddate',
    read: ['crm.objects.contacts.read'],
    write: ['crm.objects.contacts.write'],
    shown: ['firstname', 'lastname', 'email'],
    needed: ['email', 'firstname', 'lastname'],
  },
}

export const objectNames: readonly ObjectName[] = ['companies', 'contacts']
