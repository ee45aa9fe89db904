import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useOffline } from '../../lib/connectivity.ts'
import { useApi } from '../../lib/use-api.ts'
import { useFlag } from '../../shared/members/features.ts'
import { configsQuery } from '../../shared/queries.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { openChat } from './chat.ts'

/** The chat where it is on, else the address of the settings, else the feedback form of this page. */
export const SupportCard = () => {
  const api = useApi()
  const configs = useQuery(configsQuery(api)).data
  const chats = useFlag('chat-widget')
  const offline = useOffline()
  const [state, setState] = useState<'idle' | 'opening' | 'failed'>('idle')
  const script = chats === true && !offline ? configs?.chat_script : undefined
  const open = async (from: string): Promise<void> => {
    setState('opening')
    try {
      await openChat(from, () => api.hubspotToken())
      setState('idle')
    } catch {
      setState('failed')
    }
  }
  return (
    <Card className="flex flex-col items-start gap-3">
      <div>
        <h2 id="support" className="text-16 font-semibold">
          Support
        </h2>
        <p role="status" className="mt-1 text-14 text-ink-soft">
          {state === 'failed'
            ? 'We couldn’t open the chat. Contact us another way.'
            : 'Stuck? We’re happy to help.'}
        </p>
      </div>
      {script && state !== 'failed' ? (
        <Button onClick={() => void open(script)} busy={state === 'opening'}>
          Chat with us
        </Button>
      ) : (
        <ContactSupport address={configs?.contact_support} />
      )}
    </Card>
  )
}

const ContactSupport = ({ address }: { address: string | undefined }) => {
  const elsewhere = address?.startsWith('https:') === true
  return (
    <a
      href={address ?? '#feedback'}
      {...(elsewhere && { target: '_blank', rel: 'noreferrer' })}
      className={buttonClass()}
    >
      Contact support
      {elsewhere && <Icon name="external" size={16} label="(opens another site)" />}
    </a>
  )
}
