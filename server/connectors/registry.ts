import { dynamics } from './dynamics/connector.ts'
import { hubspot } from './hubspot/connector.ts'
import { pipedrive } from './pipedrive/connector.ts'
import type { ConnectorKind } from './port.ts'
import { salesforce } from './salesforce/connector.ts'
import { salesloft } from './salesloft/connector.ts'

/** In the order of the Integrations screen. A CRM is an import and a line here. */
export const connectorKinds: readonly ConnectorKind[] = [
  hubspot,
  salesforce,
  pipedrive,
  dynamics,
  salesloft,
]
