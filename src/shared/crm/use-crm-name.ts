import { useKnownIntegrations } from './integrations.ts'

/** 'HubSpot'; 'CRM' until it is known. */
export const useCrmName = (provider: string): string =>
  useKnownIntegrations()?.find(({ key }) => key === provider)?.label ?? 'CRM'
