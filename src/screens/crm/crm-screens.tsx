import { useSearch } from 'wouter'
import { IntegrationsScreen } from './integrations-screen.tsx'
import { FieldsScreen } from './mapping/fields-screen.tsx'

/** The CRMs, or the fields of the CRM that the address names. */
export const CrmScreens = () => {
  const connector = new URLSearchParams(useSearch()).get('fields')
  return connector ? <FieldsScreen key={connector} connector={connector} /> : <IntegrationsScreen />
}
