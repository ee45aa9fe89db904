import type { CrmWorld } from '../core/world.ts'

/** Ids of a contact's companies, the primary first. */
export const companiesOf = ({ state, store }: CrmWorld, contact: string): readonly string[] => {
  const ids: unknown = Object(state.more['companies'])[contact]
  return Array.isArray(ids)
    ? ids.map(String).filter((id) => store.live('companies', id) !== undefined)
    : []
}

/** [?] The first company of a contact becomes its primary. */
export const setCompanies = (world: CrmWorld, contact: string, ids: readonly string[]): void => {
  const { state, store } = world
  const companies = [...new Set(ids)]
  const ofContacts = Object(state.more['companies'])
  ofContacts[contact] = companies
  state.more['companies'] = ofContacts
  const [primary] = companies
  if (store.get(contact)?.values['associatedcompanyid'] !== primary)
    store.update(contact, { associatedcompanyid: primary ?? null })
}

export const contactsOf = (world: CrmWorld, company: string): readonly string[] =>
  Object.keys(Object(world.state.more['companies'])).filter(
    (contact) =>
      world.store.live('contacts', contact) !== undefined &&
      companiesOf(world, contact).includes(company),
  )

export const moveCompany = (world: CrmWorld, lost: string, survivor: string): void => {
  for (const [contact, ids] of Object.entries(Object(world.state.more['companies'])))
    if (Array.isArray(ids) && ids.includes(lost))
      setCompanies(
        world,
        contact,
        ids.map((id) => (id === lost ? survivor : String(id))),
      )
}
