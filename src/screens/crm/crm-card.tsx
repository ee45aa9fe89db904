import { useEffect, useId, useRef } from 'react'
import { Link } from 'wouter'
import { links } from '../../../contract/links.ts'
import type { Integration } from '../../../contract/money/crm.ts'
import { Badge } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Monogram } from '../../ui/monogram.tsx'
import { ConnectCrm } from './connect-crm.tsx'
import { ConnectionDetails } from './connection-details.tsx'
import { describeAbilities, describeState } from './copy.ts'
import { DisconnectCrm } from './disconnect-crm.tsx'

/** A CRM: what it can do, its state, and the ways to connect and disconnect it. `blocked` says why one more is impossible. */
export const CrmCard = ({
  integration,
  blocked,
}: {
  integration: Integration
  blocked: string | undefined
}) => {
  const id = useId()
  const { key, label, icon, initials, isSetUp, address, connection } = integration
  const { label: state, tone } = describeState(integration)
  const isIdle = isSetUp && connection === null
  const isBroken =
    connection !== null && (!connection.isWorking || connection.missingScopes.length > 0)
  const heading = useFocusAfterDisconnect(connection !== null)
  return (
    <Card>
      <section aria-labelledby={id} className="flex flex-col gap-4">
        <div className="flex flex-wrap items-start gap-3">
          <Monogram id={icon} name={label} letters={initials} square size="lg" />
          <div className="min-w-0 flex-1 basis-56">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <h2
                ref={heading}
                id={id}
                tabIndex={-1}
                className="text-16 font-semibold wrap-anywhere"
              >
                {label}
              </h2>
              <Badge tone={tone}>{state}</Badge>
            </div>
            <p className="text-13 text-ink-faint">{describeAbilities(integration)}</p>
          </div>
          {isIdle && address === null && <ConnectCrm integration={integration} blocked={blocked} />}
        </div>
        {connection !== null && <ConnectionDetails label={label} connection={connection} />}
        {!isSetUp && connection === null && (
          <p className="text-14 text-ink-soft">
            {label} isn’t set up here yet. Ask the person who runs Fieldbook for you.
          </p>
        )}
        {isIdle && address !== null && <ConnectCrm integration={integration} blocked={blocked} />}
        {connection !== null && (
          <div className="flex flex-wrap items-end gap-2">
            {isSetUp && isBroken && <ConnectCrm integration={integration} blocked={undefined} />}
            {connection.isWorking && (
              <Link
                href={links.crmFields(key)}
                aria-label={`Map fields in ${label}`}
                className={buttonClass()}
              >
                Map fields
              </Link>
            )}
            <DisconnectCrm integration={integration} />
          </div>
        )}
      </section>
    </Card>
  )
}

/** The button that was pressed disappears with the connection, and the focus would start at the top of the page again. */
const useFocusAfterDisconnect = (isConnected: boolean) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const wasConnected = useRef(isConnected)
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (wasConnected.current && !isConnected && isLost) heading.current?.focus()
    wasConnected.current = isConnected
  }, [isConnected])
  return heading
}
